import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kinroute
from kinroute import Instance, Solution, check
from kinroute.search.core_problem import core_problem
from tests.core.problems import (
    DURATION_UNIT,
    KINDS,
    Routes,
    annealed_quickly,
    annealing_config,
    constructed,
    cost,
    everyone,
    is_partition,
    problems,
    related,
    testing,
)

WHOLE = 10_000
"""A size of parts that no instance here reaches."""


def annealed(
    instance: Instance,
    start: Routes,
    *,
    steps: float,
    seed: int,
    part_size: int = WHOLE,
    touched_only: bool = False,
    lighter_only: bool = False,
    allows_excess: bool = False,
) -> Routes:
    config = annealing_config(
        steps_per_customer=steps,
        part_size=part_size,
        touched_only=touched_only,
        lighter_only=lighter_only,
    )
    config.ruin.allows_excess = allows_excess
    problem = core_problem(instance).problem
    return testing.anneal(problem, related(instance), start, config, seed)


@settings(deadline=None, max_examples=50)
@given(
    n=st.integers(1, 80),
    law=st.integers(1, 6),
    seed=st.integers(0, 10_000),
    steps=st.floats(0.1, 10),
    part_size=st.sampled_from([WHOLE, 10, 25]),
    switches=st.fixed_dictionaries(
        {name: st.booleans() for name in ("touched_only", "lighter_only", "allows_excess")}
    ),
)
def test_it_keeps_every_limit_and_never_returns_worse(
    n: int, law: int, seed: int, steps: float, part_size: int, switches: dict[str, bool]
) -> None:
    instance = kinroute.generate(n, seed=seed, route_size=law)
    start = constructed(instance, seed)
    if not start:
        return
    routes = annealed(instance, start, steps=steps, seed=seed, part_size=part_size, **switches)
    assert check(instance, Solution(routes)).ok
    assert cost(instance, routes) <= cost(instance, start)


DEAR = (10**6, 10**6 * DURATION_UNIT)
"""Penalties at which no excess pays."""


@pytest.mark.parametrize("quick_share", [0, 0.5, 1])
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_loads_and_durations_are_kept_on_every_kind_of_problem(
    kind: str, quick_share: float, data: st.DataObject, seed: int
) -> None:
    problem = data.draw(problems(**KINDS[kind]))
    others = everyone(problem.customers)
    config = annealing_config(quick_share=quick_share, quick_steps=50, steps_per_customer=5)
    config.annealing.touched_only = data.draw(st.booleans())
    config.annealing.lighter_only = data.draw(st.booleans())
    config.ruin.allows_excess = data.draw(st.booleans())
    config.annealing.narrow_share = data.draw(st.sampled_from([0.0, 0.5, 1.0]))
    config.ruin.blink_rate = data.draw(st.sampled_from([0.01, 0.5]))  # how greedily gaps are filled
    config.ruin.split_stop = data.draw(st.sampled_from([0.01, 0.5, 1.0]))
    start = testing.construct(problem.core, others, config, seed)
    routes = testing.anneal(problem.core, others, start, config, seed) if start else []
    assert not start or is_partition(routes, problem)
    assert problem.cost(routes, DEAR) <= problem.cost(start, DEAR)


@pytest.mark.parametrize(
    "switches",
    [
        {},
        {"touched_only": True},
        {"lighter_only": True},
        {"allows_excess": True},
        {"lighter_only": True, "allows_excess": True},
    ],
    ids=lambda switches: ", ".join(switches) or "none",
)
def test_it_finds_what_takes_several_changes_at_once(switches: dict[str, bool]) -> None:
    instance = kinroute.generate(60, seed=2)
    start = constructed(instance, seed=1)
    best = kinroute.solve(instance, stop=kinroute.AfterIterations(3000)).cost
    routes = annealed(instance, start, steps=100, seed=1, **switches)
    assert cost(instance, routes) <= 1.005 * best


def test_local_search_makes_each_step_worth_many() -> None:
    instance = kinroute.generate(150, law="X", seed=4)
    start = constructed(instance, seed=1)
    plain = annealed_quickly(instance, start, steps=20 * 150, seed=1)
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
