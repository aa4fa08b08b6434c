import math
from typing import Any, get_args

import pytest

from kinroute import AfterCpuSeconds, AfterIterations, AfterNoImprovement, AfterSeconds, AtCost
from kinroute.errors import ConfigError
from kinroute.search.stop import REASONS, StopPlan, StopReason, default_seconds, stop_plan


def test_without_a_rule_the_time_grows_with_the_customers() -> None:
    assert stop_plan(None, 100) == StopPlan(seconds=10.0, is_default=True)
    assert stop_plan([], 100) == stop_plan(None, 100)
    assert [default_seconds(n) for n in (1, 20, 300, 10_000)] == [2, 2, 30, 600]


@pytest.mark.parametrize("stop", [3, 3.0, AfterSeconds(3), [3], (AfterSeconds(3), 7)])
def test_numbers_are_seconds(stop: Any) -> None:
    assert stop_plan(stop, 5) == StopPlan(seconds=3)


def test_several_rules_are_sorted_out() -> None:
    def never(progress: object) -> bool:
        return False

    rules: list[Any] = [
        AfterCpuSeconds(2),
        AfterIterations(5),
        AfterNoImprovement(7),
        AtCost(9),
        never,
        4,
    ]
    assert stop_plan(rules, 5) == StopPlan(
        seconds=4, cpu_seconds=2, iterations=5, no_improvement=7, cost=9, callables=(never,)
    )


def test_of_two_rules_of_a_kind_the_first_one_reached_counts() -> None:
    rules: list[Any] = [
        AfterSeconds(9),
        AfterSeconds(2),
        AfterCpuSeconds(8),
        AfterCpuSeconds(1),
        AfterIterations(70),
        AfterIterations(60),
        AfterNoImprovement(6),
        AfterNoImprovement(7),
        AtCost(100),
        AtCost(200),
    ]
    assert stop_plan(iter(rules), 5) == StopPlan(
        seconds=2, cpu_seconds=1, iterations=60, no_improvement=6, cost=200
    )


@pytest.mark.parametrize("stop", ["soon", True, object(), [None], [1, "soon"]])
def test_what_is_no_rule_is_refused(stop: Any) -> None:
    with pytest.raises(ConfigError, match=r"stop = .*; use a number of seconds, AfterSeconds"):
        stop_plan(stop, 5)


@pytest.mark.parametrize("value", [-1, math.nan, math.inf, "3", None])
def test_times_are_numbers_from_zero_up(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"seconds = .*; use a number from 0 up"):
        AfterSeconds(value)
    with pytest.raises(ConfigError, match=r"cpu seconds = .*; use a number from 0 up"):
        AfterCpuSeconds(value)


@pytest.mark.parametrize("value", [-1, 1.5, True, "3", None])
def test_counts_are_whole_numbers_from_zero_up(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"iterations = .*; use a whole number from 0 to"):
        AfterIterations(value)
    with pytest.raises(ConfigError, match=r"iterations without improvement = .*; use a whole"):
        AfterNoImprovement(value)


def test_a_target_must_be_a_number() -> None:
    assert AtCost(math.inf).cost == math.inf
    with pytest.raises(ConfigError, match="target cost nan"):
        AtCost(math.nan)


def test_every_reason_has_a_text() -> None:
    assert REASONS.keys() == set(get_args(StopReason))
