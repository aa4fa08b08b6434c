from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import _core
from tests.core.problems import (
    DURATION_UNIT,
    PENALTIES,
    Routes,
    Tiny,
    everyone,
    is_partition,
    line,
    neighbours,
    problems,
    routed,
    testing,
)


def searched(problem: Tiny, routes: Routes, penalties: tuple[int, int], seed: int = 1) -> Routes:
    related = everyone(problem.customers)
    return testing.local_search(problem.core, related, routes, penalties, seed)


def improving_moves(
    problem: Tiny, routes: Routes, penalties: tuple[int, int]
) -> list[tuple[str, int, int]]:
    """Every move of the local search that would still gain, when all customers are related."""
    core: _core.Problem = problem.core
    customers = range(1, problem.customers + 1)
    depots = range(-min(len(routes) + 1, problem.fleet), 0)  # of the routes and of an empty one
    return [
        (name, u, v)
        for name, u, v in product(testing.move_names(), customers, (*customers, *depots))
        if u != v and testing.try_move(core, routes, name, u, v, penalties)[0] < 0
    ]


@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=300, deadline=None)
def test_a_local_search_never_makes_a_solution_worse_or_loses_a_customer(
    data: st.DataObject, seed: int
) -> None:
    problem = data.draw(problems())
    routes = data.draw(routed(problem))
    penalties = data.draw(PENALTIES)
    better = searched(problem, routes, penalties, seed)
    assert is_partition(better, problem)
    assert len(better) <= problem.fleet
    assert problem.cost(better, penalties) <= problem.cost(routes, penalties)


@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_no_single_move_improves_a_local_optimum(data: st.DataObject, seed: int) -> None:
    problem = data.draw(problems(most=7))
    penalties = data.draw(PENALTIES)
    optimum = searched(problem, data.draw(routed(problem)), penalties, seed)
    assert improving_moves(problem, optimum, penalties) == []


@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_searching_a_local_optimum_again_changes_no_cost(data: st.DataObject, seed: int) -> None:
    problem = data.draw(problems(timed=False, metric=True))
    penalties = data.draw(PENALTIES)
    optimum = searched(problem, data.draw(routed(problem)), penalties, seed)
    assert searched(problem, optimum, penalties, seed) == optimum


def test_an_empty_route_is_offered_even_when_nothing_else_improved() -> None:
    # One route is twice the load of a vehicle; only a second route can help.
    problem = line([1, -1], capacity=1, fleet=2)
    assert sorted(searched(problem, [[1, 2]], (1000, DURATION_UNIT))) == [[1], [2]]


def test_routes_are_untangled_and_ordered_by_angle() -> None:
    # Four customers at the corners of a square around the depot, two on each side: each route
    # joins neighbours, 1 + 2 + 1, rather than opposite corners, 1 + 3 + 1.
    near, far, to_depot = 2, 3, 1
    distances = [[0, 1, 1, 1, 1]] + [[to_depot, 0, 0, 0, 0] for _ in range(4)]
    for i in range(1, 5):
        for j in range(1, 5):
            if i != j:
                distances[i][j] = near if {i, j} in ({1, 2}, {3, 4}) else far
    problem = Tiny(distances=distances, demands=[0, 1, 1, 1, 1], capacity=2, service=[0] * 5)
    routes = searched(problem, [[1, 3], [2, 4]], (1000, DURATION_UNIT))
    assert sorted(sorted(route) for route in routes) == [[1, 2], [3, 4]]


def test_only_related_customers_are_brought_together() -> None:
    # Customer 2 belongs beside customer 1, but is related to nobody; so nothing moves.
    problem = line([10, 11], capacity=9, fleet=2)
    strangers = testing.local_search(
        problem.core, neighbours([[0], [0]]), [[1], [2]], (1000, DURATION_UNIT), 1
    )
    assert sorted(strangers) == [[1], [2]]
    assert len(searched(problem, [[1], [2]], (1000, DURATION_UNIT))) == 1
