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
def test_odd_budgets_are_refused(table: dict, word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        budget_of(table)
