import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kinroute
from kinroute import Instance, Solution, check
from kinroute.search.core_problem import scaled
from tests.core.problems import Routes, constructed, cost, related, testing

WHOLE = 10_000
"""A size of parts that no instance here reaches."""


def annealed(
    instance: Instance, start: Routes, *, steps: float, seed: int, part_size: int = WHOLE
) -> Routes:
    core = scaled(instance)
    return testing.anneal_with_search(
        core.problem, related(instance), start, steps, part_size, core.penalty_scale, seed
    )


@settings(deadline=None, max_examples=50)
@given(
    n=st.integers(1, 80),
    law=st.integers(1, 6),
    seed=st.integers(0, 10_000),
    steps=st.floats(0.1, 10),
    part_size=st.sampled_from([WHOLE, 10, 25]),
)
def test_it_keeps_every_limit_and_never_returns_worse(
    n: int, law: int, seed: int, steps: float, part_size: int
) -> None:
    instance = kinroute.generate(n, seed=seed, route_size=law)
    start = constructed(instance, seed)
    if not start:
        return
    routes = annealed(instance, start, steps=steps, seed=seed, part_size=part_size)
    assert check(instance, Solution(routes)).ok
    assert cost(instance, routes) <= cost(instance, start)


def test_it_finds_what_takes_several_changes_at_once() -> None:
    instance = kinroute.generate(60, seed=2)
    start = constructed(instance, seed=1)
    best = kinroute.solve(instance, stop=kinroute.AfterIterations(3000)).cost
    assert cost(instance, annealed(instance, start, steps=100, seed=1)) <= 1.005 * best


def test_local_search_makes_each_step_worth_many() -> None:
    instance = kinroute.generate(150, law="X", seed=4)
    start = constructed(instance, seed=1)
    plain = testing.anneal(scaled(instance).problem, related(instance), start, 20 * 150, 1)
    assert cost(instance, annealed(instance, start, steps=20, seed=1)) < cost(instance, plain)


def test_asymmetric_distances_are_counted_in_their_direction() -> None:
    nodes = 6
    distances = [[1 if (j - i) % nodes == 1 else 9 for j in range(nodes)] for i in range(nodes)]
    instance = Instance(distances=np.array(distances), demands=[1] * 5, capacity=5)
    assert annealed(instance, [[5, 4, 3, 2, 1]], steps=50, seed=1) == [[1, 2, 3, 4, 5]]


@pytest.mark.parametrize("part_size", [WHOLE, 30])
def test_the_same_seed_gives_the_same_routes(part_size: int) -> None:
    instance = kinroute.generate(90, seed=3)
    start = constructed(instance, seed=5)
    runs = [annealed(instance, start, steps=3, seed=7, part_size=part_size) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0] != annealed(instance, start, steps=3, seed=8, part_size=part_size)
