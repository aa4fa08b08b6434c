from typing import Any

import pytest

import kinroute
from kinroute import AfterIterations, AtCost, Instance, Progress
from kinroute.search.bridge import Search
from kinroute.search.clock import Clock
from kinroute.search.config import SearchConfig
from kinroute.search.core_problem import core_problem
from kinroute.search.methods import method_named
from kinroute.search.spatial_order import SpatialOrder
from kinroute.search.steering import steering
from kinroute.search.stop import stop_plan

# On a line at 1 and 2: one route costs 4, which is 4,000,000 in the core's units.
LINE = Instance(demands=[1, 1], capacity=2, coordinates=[(0, 0), (1, 0), (2, 0)])


def search(stop: Any, instance: Instance = LINE, **changes: Any) -> Search:
    method = method_named("D-O")
    values: dict[str, Any] = {
        "core": core_problem(instance),
        "order": SpatialOrder.of(instance),
        "steering": steering(instance, method, config=SearchConfig()),
        "config": SearchConfig(),
        "plan": stop_plan(stop, instance.customers),
        "seed": 1,
        "clock": Clock.started_now(),
    }
    return Search(**{**values, **changes})


def test_an_outcome_is_in_the_cores_units() -> None:
    outcome = search(AfterIterations(3)).run()
    assert (outcome.cost, outcome.iterations) == (4_000_000, 3)
    assert (outcome.excess_load, outcome.excess_limits) == (0, 0)
    assert outcome.trace[-1][2] == 4_000_000


def test_time_spent_before_the_search_counts() -> None:
    # The clock says that the call began a minute ago, so nothing of a second is left.
    now = Clock.started_now()
    outcome = search(1.0, clock=Clock(now.wall - 60, now.cpu)).run()
    assert outcome.reason == "time"
    assert outcome.seconds < 0.5


@pytest.mark.parametrize("target", [4, 4.0000001, float("inf")])
def test_a_target_is_reached_in_the_users_units(target: float) -> None:
    outcome = search([AtCost(target), AfterIterations(50)]).run()
    assert outcome.reason == "target"


@pytest.mark.parametrize("target", [3.99, -1.0, float("-inf")])
def test_a_target_below_the_best_cost_is_never_reached(target: float) -> None:
    assert search([AtCost(target), AfterIterations(50)]).run().reason == "iterations"


def test_the_observer_and_every_function_are_asked() -> None:
    seen: list[Progress] = []
    asked: list[Progress] = []

    def ask(progress: Progress) -> bool:
        asked.append(progress)
        return len(asked) == 2

    larger = kinroute.generate(20, seed=1)
    outcome = search([ask, 30], larger, observer=seen.append).run()
    assert outcome.reason == "asked"
    assert len(seen) == len(asked) == 2
    assert seen[0].time_left == pytest.approx(30, abs=5)
    assert seen[0].best_cost is None
    assert seen[1].best_cost == pytest.approx(outcome.cost / 1000, rel=0.5)


def test_without_a_time_limit_no_time_is_left_to_tell() -> None:
    seen: list[Progress] = []
    search(AfterIterations(1), observer=seen.append).run()
    assert seen[0].time_left is None
