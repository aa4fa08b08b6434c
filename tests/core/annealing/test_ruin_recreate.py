import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import kinroute
from kinroute import Instance, Solution, check
from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER
from kinroute.search.core_problem import core_problem
from tests.core.problems import (
    PENALTIES,
    Tiny,
    constructed,
    cost,
    everyone,
    is_partition,
    problems,
    routed,
    testing,
)
from tests.core.problems import annealed_quickly as annealed


def instances() -> st.SearchStrategy[Instance]:
    return st.builds(
        kinroute.generate,
        st.integers(1, 60),
        seed=st.integers(0, 10_000),
        route_size=st.integers(1, 6),
    )


@settings(deadline=None, max_examples=60)
@given(instance=instances(), seed=st.integers(0, 2**32))
def test_what_is_built_from_nothing_is_feasible(instance: Instance, seed: int) -> None:
    routes = constructed(instance, seed)
    if routes:  # a tight instance may leave a customer without a place
        assert check(instance, Solution(routes)).ok


@settings(deadline=None, max_examples=60)
@given(instance=instances(), seed=st.integers(0, 2**32), steps=st.integers(1, 2000))
def test_annealing_keeps_every_limit_and_never_returns_worse(
    instance: Instance, seed: int, steps: int
) -> None:
    alone = [[customer] for customer in range(1, instance.customers + 1)]
    start = constructed(instance, seed) or alone
    if len(start) > core_problem(instance).problem.fleet:
        return
    routes = annealed(instance, start, steps=steps, seed=seed)
    assert check(instance, Solution(routes)).ok
    assert cost(instance, routes) <= cost(instance, start)


def test_annealing_finds_the_obvious_exchange() -> None:
    # Two clusters left and right of the depot, and a start that serves one of each on every route.
    instance = Instance(
        coordinates=[(0, 0), (-10, 0), (-10, 1), (10, 0), (10, 1)], demands=[1] * 4, capacity=2
    )
    routes = annealed(instance, [[1, 3], [2, 4]], steps=640, seed=1)
    assert sorted(map(sorted, routes)) == [[1, 2], [3, 4]]


def test_asymmetric_distances_are_counted_in_their_direction() -> None:
    # Around the clock every step costs 1, against it 9.
    nodes = 6
    distances = [[1 if (j - i) % nodes == 1 else 9 for j in range(nodes)] for i in range(nodes)]
    instance = Instance(distances=np.array(distances), demands=[1] * 5, capacity=5)
    assert annealed(instance, [[5, 4, 3, 2, 1]], steps=6400, seed=1) == [[1, 2, 3, 4, 5]]


def test_the_same_seed_gives_the_same_routes() -> None:
    instance = kinroute.generate(80, seed=3)
    start = constructed(instance, seed=5)
    assert start == constructed(instance, seed=5)
    runs = [annealed(instance, start, steps=3000, seed=7) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0] != annealed(instance, start, steps=3000, seed=8)


def test_a_customer_that_no_vehicle_can_serve_is_not_built_into_a_solution() -> None:
    # The second customer needs more than a vehicle carries, alone on its route as anywhere.
    problem = Tiny(
        distances=[[0, 1, 1], [1, 0, 1], [1, 1, 0]],
        demands=[0, 1, 9],
        capacity=5,
        service=[0, 0, 0],
    )
    assert testing.construct(problem.core, everyone(2), core_config(PAPER), 1) == []


@settings(deadline=None, max_examples=200)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_with_excess_every_customer_is_still_visited_once(data: st.DataObject, seed: int) -> None:
    problem = data.draw(problems(timed=False))
    start = [route for route in data.draw(routed(problem)) if route]
    routes = testing.perturbed_with_excess(
        problem.core,
        everyone(problem.customers),
        start,
        core_config(PAPER),
        data.draw(PENALTIES),
        seed,
    )
    assert not routes or is_partition(routes, problem)


def test_a_customer_without_room_nearby_opens_a_route_only_where_that_is_cheaper() -> None:
    # Two full routes far from the depot, with 3 + 3 and 2 + 2 + 2: where a 2 takes the place of a
    # 3, the 3 has room nowhere.
    instance = Instance(
        coordinates=[(0, 0), (100, 0), (101, 0), (100, 1), (101, 1), (102, 1)],
        demands=[3, 3, 2, 2, 2],
        capacity=6,
    )
    problem = core_problem(instance).problem

    def most_routes(penalty: int) -> int:
        return max(
            sum(map(bool, routes))
            for seed in range(50)
            if (
                routes := testing.perturbed_with_excess(
                    problem,
                    everyone(5),
                    [[1, 2], [3, 4, 5]],
                    core_config(PAPER),
                    (penalty, 1),
                    seed,
                )
            )
        )

    assert most_routes(penalty=1) == 2
    assert most_routes(penalty=10**12) == 3
