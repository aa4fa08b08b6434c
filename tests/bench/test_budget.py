from typing import Any

import pytest

from kinroute.bench.budget import Budget, budget_of
from kinroute.errors import ConfigError
from kinroute.search.stop import AfterCpuSeconds, AfterIterations, AfterSeconds, AtCost


def test_processor_time_is_the_default() -> None:
    assert budget_of({"seconds": 5}).rules(100, None) == [AfterCpuSeconds(5)]
    assert budget_of({"seconds": 5, "clock": "wall"}).rules(100, None) == [AfterSeconds(5)]


def test_seconds_per_customer_grow_with_the_instance() -> None:
    budget = budget_of({"seconds_per_customer": 0.24})
    assert budget.rules(100, None) == [AfterCpuSeconds(24)]
    assert budget.rules(1000, None) == [AfterCpuSeconds(240)]


def test_iterations_count_generations() -> None:
    budget = budget_of({"iterations": 50})
    assert budget.rules(100, None) == [AfterIterations(50)]
    assert budget.seconds(100) is None


def test_a_run_may_end_at_the_best_known_cost() -> None:
    budget = budget_of({"seconds": 5, "until_best_known": True})
    assert budget.rules(100, 7.0) == [AfterCpuSeconds(5), AtCost(7.0)]
    assert budget.rules(100, None) == [AfterCpuSeconds(5)]
    assert budget_of({"seconds": 5}).rules(100, 7.0) == [AfterCpuSeconds(5)]
    assert str(budget) != str(budget_of({"seconds": 5}))


def test_different_budgets_read_differently() -> None:
    budgets = [
        Budget(measure=measure, amount=5, clock=clock)
        for measure in ("seconds", "seconds_per_customer")
        for clock in ("cpu", "wall")
    ]
    assert len({str(budget) for budget in budgets}) == 4
    assert str(budget_of({"seconds": 5})) == str(budget_of({"seconds": 5.0})) == "5 s cpu"
    assert str(budget_of({"seconds": 1.0000001})) != str(budget_of({"seconds": 1}))


BUDGETS = [
    Budget(measure="seconds", amount=5),
    Budget(measure="seconds", amount=1.0000001, clock="wall"),
    Budget(measure="seconds_per_customer", amount=0.24, until_best_known=True),
    Budget(measure="iterations", amount=50),
    Budget(measure="iterations", amount=0, until_best_known=True),
]


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_a_budget_is_read_from_its_fields_and_from_its_text(budget: Budget) -> None:
    assert Budget.of(budget.content) == budget
    assert Budget.of(str(budget)) == budget


@pytest.mark.parametrize("text", ["", "5", "5 min cpu", "x s cpu", "5 s cpu or so"])
def test_a_text_that_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"budget .* is unreadable"):
        Budget.of(text)


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ({}, "exactly one"),
        ({"seconds": 1, "iterations": 1}, "exactly one"),
        ({"seconds": "5"}, "number"),
        ({"seconds": -1}, "from 0"),
        ({"seconds": 1, "until_best_known": "yes"}, "true or false"),
        ({"seconds": True}, "number"),
        ({"seconds": float("nan")}, "number"),
        ({"seconds": 10**400}, "number"),
        ({"seconds": [5]}, "number"),
        ({"iterations": 1.5}, "whole"),
        ({"iterations": 2**62}, "2\\^62"),
        ({"iterations": 1e300}, "2\\^62"),
        ({"seconds": 1, "clock": []}, "'cpu' or 'wall'"),
        ({"seconds": 1, "clock": "sun"}, "'cpu' or 'wall'"),
    ],
)
def test_odd_budgets_are_refused(table: dict[str, Any], word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        budget_of(table)
