"""Exact answers for a handful of customers."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest

import kinroute
from kinroute import Instance, Solution, check
from kinroute.errors import ImpossibleError
from kinroute.search.exact import MOST_CUSTOMERS, optimal_solution


def partitions(items: list[int]) -> list[list[list[int]]]:
    """All ways to split items into groups."""
    if not items:
        return [[]]
    first, rest = items[0], items[1:]
    found = []
    for groups in partitions(rest):
        found.append([[first], *groups])
        found += [
            [*groups[:k], [first, *group], *groups[k + 1 :]] for k, group in enumerate(groups)
        ]
    return found


def least_cost(instance: Instance) -> float:
    """The least cost of all plans that the checker calls feasible; inf if there is none."""
    best = math.inf
    for groups in partitions(list(range(1, instance.customers + 1))):
        plans: list[list[tuple[int, ...]]] = [[]]
        for group in groups:
            plans = [[*plan, order] for plan in plans for order in permutations(group)]
        for plan in plans:
            verdict = check(instance, Solution(plan))
            if verdict.feasible:
                best = min(best, verdict.cost)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_optimum_is_that_of_trying_everything(seed: int) -> None:
    rng = np.random.default_rng(seed)
    distances = rng.integers(1, 30, (5, 5)).astype(float)
    if seed % 3 == 0:
        distances[rng.integers(1, 5), rng.integers(1, 5)] = math.inf
    instance = Instance(
        demands=rng.integers(1, 5, 4) / (1 + seed % 2),
        capacity=6,
        distances=distances,
        durations=rng.integers(1, 30, (5, 5)) if seed % 2 else None,
        service=rng.integers(0, 4, 4),
        max_duration=150 if seed % 5 else 90,
        max_distance=120,
        max_stops=[None, 2, 3][seed % 3],
        open_routes=seed % 4 == 0,
        fixed_cost=[0, 10][seed % 2],
        duration_cost=[0, 0.5][seed // 2 % 2],
    )
    wanted = least_cost(instance)
    if math.isinf(wanted):
        with pytest.raises(ImpossibleError, match="no feasible solution exists"):
            optimal_solution(instance)
    else:
        verdict = check(instance, optimal_solution(instance))
        assert verdict.feasible
        assert verdict.cost == pytest.approx(wanted)


def test_auto_returns_the_optimum_at_once_and_others_start_from_it() -> None:
    instance = kinroute.generate(MOST_CUSTOMERS, seed=3)
    best = kinroute.solve(instance)
    assert (best.stopped_by, best.iterations) == ("optimal", 0)
    assert best.runtime < 1
    other = kinroute.solve(instance, method="D-O", stop=kinroute.AfterIterations(5))
    assert (other.stopped_by, other.cost) == ("iterations", best.cost)
