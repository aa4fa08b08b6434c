"""The quality gate: fixed seeds and iterations must stay close to what long runs found.

The best costs are those of four runs with the default method, seeds 101 to 104, 30 s each: all four
found the first two, two of them the last. The bounds are the mean and three standard deviations of
the same gaps with other seeds (ten pairs of seeds from 11 to 30), for the worst of the methods:
0.72, 0.20 and 1.17 %. Chance passes, a broken operator does not.
"""

from itertools import pairwise
from statistics import mean

import numpy as np
import pytest

import kinroute
from kinroute import AfterIterations, Instance

SEEDS = (1, 2)


def agreed_heat(instance: Instance) -> np.ndarray:
    """How many of three short searches drive from i to j, either way: heat that knows a lot."""
    heat = np.zeros((instance.customers, instance.customers))
    for seed in (101, 102, 103):
        result = kinroute.solve(instance, method="D-O", seed=seed, stop=AfterIterations(100))
        for route in result.routes:
            for i, j in pairwise(route):
                heat[i - 1, j - 1] += 1
                heat[j - 1, i - 1] += 1
    return heat


@pytest.mark.parametrize("method", ["D-O", "D-D", "N-N"])
@pytest.mark.parametrize(
    ("n", "seed", "best", "iterations", "bound"),
    [
        (100, 21, 36_509, 700, 0.008),  # 21 routes of few stops, demands of many sizes
        (150, 22, 9_723, 400, 0.002),  # 9 routes of many stops, in clusters
        (200, 5, 36_551, 300, 0.012),  # 20 routes of unit demands, the depot in a corner
    ],
)
def test_the_search_stays_close_to_the_best_known_costs(
    n: int, seed: int, best: float, iterations: int, bound: float, method: str
) -> None:
    instance = kinroute.generate(n, seed=seed)
    heatmap = agreed_heat(instance) if method == "N-N" else None
    results = [
        kinroute.solve(
            instance, method=method, heatmap=heatmap, seed=s, stop=AfterIterations(iterations)
        )
        for s in SEEDS
    ]
    assert all(result.feasible for result in results)
    gap = mean(result.cost for result in results) / best - 1
    assert gap <= bound
