from dataclasses import replace

import pytest

from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER
from tests.core.problems import Tiny, line, testing

# The longest distance is 100 and the largest demand 4: the first penalty is 25.
PROBLEM = line([100, 50], [4, 1])


def weights(
    *batches: list[bool], scale: float = 1.0, problem: Tiny = PROBLEM, **settings: float
) -> list[int]:
    config = core_config(PAPER.updated({"penalties": settings})).penalties
    core = replace(problem, penalty_scale=scale).core
    return testing.adapted_penalties(core, config, list(batches))


def test_the_first_penalty_is_the_longest_distance_per_largest_demand() -> None:
    assert weights() == [25]


@pytest.mark.parametrize(
    ("positions", "demands", "expected"),
    [
        ([10_000], [1], 1000),  # 10,000 is above the most
        ([1], [100], 1),  # 0.01 is below the least, 0.1, and counts as the whole number 1
        ([7], [0], 7),  # without any demand, distances decide alone
    ],
)
def test_the_first_penalty_is_clamped(
    positions: list[int], demands: list[int], expected: int
) -> None:
    assert weights(problem=line(positions, demands)) == [expected]


def test_bounds_are_in_the_users_units() -> None:
    # With 1,000 core units for one of the user's, 25 is below the least, 0.1 · 1,000.
    assert weights(scale=1000.0) == [100]


def test_penalties_fall_while_too_many_are_feasible_and_rise_while_too_few_are() -> None:
    # Before anything is noted, all count as feasible: 25 · 0.85 = 21.25. A hundred infeasible ones
    # later 21.25 · 1.2 = 25.5, and with 20 of the last hundred feasible it stays.
    on_target = [True] * 20 + [False] * 80
    assert weights([], [False] * 100, on_target) == [25, 21, 26, 26]


def test_only_the_last_hundred_count() -> None:
    mostly = [True] * 100 + [False] * 100
    assert weights(mostly) == [25, 30]  # 25 · 1.2


def test_a_share_within_five_points_of_the_target_changes_nothing() -> None:
    assert weights([True] * 24 + [False] * 76) == [25, 25]
    assert weights([True] * 16 + [False] * 84) == [25, 25]
    assert weights([True] * 26 + [False] * 74) == [25, 21]
    assert weights([True] * 14 + [False] * 86) == [25, 30]


def test_penalties_stay_between_a_tenth_and_a_hundred_thousand() -> None:
    none, everyone = [False] * 100, [True] * 100
    assert weights(*[none] * 60, scale=10.0)[-1] == 1_000_000
    assert weights(*[everyone] * 60, scale=10.0)[-1] == 1


def test_the_whole_demand_in_excess_cannot_overflow_a_cost() -> None:
    # 2**29 of demand at 10 × the highest penalty must stay below 2**63.
    heavy = line([1, 1], [2**28, 2**28], capacity=2**28)
    highest = weights(*[[False] * 100] * 100, scale=1e12, problem=heavy)[-1]
    assert highest > 1
    assert 10 * highest * 2**29 < 2**62


def test_target_tolerance_factors_and_memory_are_settings() -> None:
    half = [True, False] * 5
    assert weights(half, memory=10, target_feasible=0.5) == [25, 25]
    assert weights(half, memory=10, target_feasible=0.6, tolerance=0.05, increase=2) == [25, 50]
    assert weights(half, memory=10, target_feasible=0.6, tolerance=0.2, increase=2) == [25, 25]
    assert weights(half, memory=10, target_feasible=0.4, decrease=0.2) == [25, 5]
