import dataclasses
import math
from itertools import pairwise

import pytest

import kinroute
from kinroute import AfterIterations
from kinroute.bench.solving.dispatch import Report
from kinroute.bench.solving.progress import ClusterProgress
from kinroute.bench.solving.task import Answer, Task
from kinroute.bench.solving.team import Slot
from kinroute.errors import ConfigError
from kinroute.search.progress import Progress
from kinroute.solution import Solution
from tests.bench.solving.serial import searched, serial_search

INSTANCE = kinroute.generate(120, law="X", seed=2, route_size=(5, 8))
BRIEF = {"annealing": {"solutions": 1, "share": 0.95, "steps_per_customer": 3.0}}


def test_parts_are_joined_to_a_feasible_solution_that_is_never_worse() -> None:
    search, dispatch = serial_search(INSTANCE, config=BRIEF, least_part=40)
    before = search.incumbent.cost
    assert search.run() == "iterations"
    costs = [at.cost for at in search.incumbent.trace]
    assert all(later < earlier for earlier, later in pairwise(costs))
    verdict = kinroute.check(INSTANCE, Solution(search.incumbent.routes))
    assert verdict.feasible
    assert math.isclose(verdict.cost, search.incumbent.cost)
    assert verdict.cost < before
    assert {task.instance.customers < 120 for task in dispatch.tasks} == {True}


def test_the_same_seed_and_workers_give_the_same_routes() -> None:
    runs = [serial_search(INSTANCE, config=BRIEF, least_part=40, seed=5)[0] for _ in range(2)]
    assert [run.run() for run in runs] == ["iterations"] * 2
    assert runs[0].incumbent.routes == runs[1].incumbent.routes
    other, _ = serial_search(INSTANCE, config=BRIEF, least_part=40, seed=6)
    other.run()
    assert other.incumbent.routes != runs[0].incumbent.routes


def test_a_small_instance_is_searched_by_islands_that_begin_with_the_best() -> None:
    search, dispatch = serial_search(INSTANCE, config=BRIEF, least_part=100)
    search.run()
    rounds = [dispatch.tasks[k : k + 2] for k in range(0, len(dispatch.tasks), 2)]
    for one, other in rounds:
        assert one.instance is other.instance is INSTANCE
        assert one.start == other.start
        assert one.seed != other.seed
    starts = [one.start.cost for one, _ in rounds]
    assert starts == sorted(starts, key=lambda cost: -(cost or 0))


def test_more_workers_than_parts_share_them() -> None:
    search, dispatch = serial_search(INSTANCE, workers=5, config=BRIEF, least_part=60)
    search.run()
    first = dispatch.tasks[:5]
    assert [task.instance is first[k % 2].instance for k, task in enumerate(first)] == [True] * 5
    assert len({task.seed for task in first}) == 5


def test_a_lost_worker_costs_its_part_of_a_round_only() -> None:
    def dying(task: Task, slot: Slot) -> Answer | None:
        return None if slot.name == "worker 2" else searched(task, slot)

    search, dispatch = serial_search(INSTANCE, config=BRIEF, least_part=40, answering=dying)
    before = search.incumbent.cost
    assert search.run() == "iterations"
    assert search.incumbent.cost < before
    assert kinroute.check(INSTANCE, Solution(search.incumbent.routes)).feasible
    assert len(dispatch.tasks) > 2


def test_a_worker_that_joins_gets_a_part_in_the_next_round() -> None:
    search, dispatch = serial_search(
        INSTANCE, workers=lambda turn: 1 if turn == 1 else 3, config=BRIEF, least_part=30
    )
    search.run()
    assert [task.number for task in dispatch.tasks[:4]] == [0, 0, 1, 2]


def test_answers_that_are_wrong_are_not_joined() -> None:
    def lying(task: Task, slot: Slot) -> Answer:
        return Answer(routes=((1, 1),), iterations=0, restarts=0, steps=0)

    search, _ = serial_search(INSTANCE, config=BRIEF, least_part=40, answering=lying)
    before = search.incumbent.routes
    search.run()
    assert sorted(search.incumbent.routes) == sorted(before)


def test_an_infeasible_start_is_not_divided() -> None:
    tight = INSTANCE.with_changes(vehicles=INSTANCE.fewest_vehicles)
    search, dispatch = serial_search(tight, config=BRIEF, least_part=40)
    search.incumbent.is_feasible = False
    search.run()
    assert dispatch.tasks[0].instance is tight
    assert kinroute.check(tight, Solution(search.incumbent.routes)).feasible


def test_limits_hold_in_parts_and_in_what_they_are_joined_to() -> None:
    limited = INSTANCE.with_changes(
        max_distance=4000.0, open_routes=True, max_stops=6, fixed_cost=50.0, vehicles=40
    )
    search, dispatch = serial_search(limited, config=BRIEF, least_part=40)
    search.run()
    verdict = kinroute.check(limited, Solution(search.incumbent.routes))
    assert verdict.feasible
    assert math.isclose(verdict.cost, search.incumbent.cost)
    assert sum(task.instance.vehicles or 0 for task in dispatch.tasks[:2]) == 40


def test_the_observer_learns_who_does_what() -> None:
    seen: list[Progress] = []
    search, _ = serial_search(INSTANCE, config=BRIEF, least_part=40, observer=seen.append)
    search.run()
    assert all(isinstance(progress, ClusterProgress) for progress in seen)
    now = seen[0]
    assert isinstance(now, ClusterProgress)
    assert [activity.worker for activity in now.activities] == ["worker 1", "worker 2"]
    assert sum(activity.customers for activity in now.activities) == 120
    assert now.exchange == "parts"
    assert sum(map(len, now.routes())) == 120


def test_an_interrupted_search_takes_what_the_workers_have() -> None:
    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    search, dispatch = serial_search(INSTANCE, config=BRIEF, least_part=40, observer=interrupt)
    before = search.incumbent.cost
    assert search.run() == "interrupted"
    assert dispatch.is_stopped
    assert len(dispatch.tasks) == 2  # both answers of the first round are taken
    assert search.incumbent.cost < before


def test_a_target_and_a_stop_function_end_it() -> None:
    stop = [AfterIterations(0), kinroute.AtCost(1e9)]
    search, dispatch = serial_search(INSTANCE, config=BRIEF, least_part=40, stop=stop)
    assert search.run() == "target"
    assert dispatch.is_stopped
    search, _ = serial_search(
        INSTANCE, config=BRIEF, least_part=40, stop=[AfterIterations(0), lambda _: True]
    )
    assert search.run() == "asked"


def test_the_best_cost_counts_what_workers_have_reported() -> None:
    seen: list[Progress] = []
    search, dispatch = serial_search(INSTANCE, config=BRIEF, least_part=40, observer=seen.append)

    def dying(task: Task, slot: Slot) -> None:
        assert task.start.cost is not None
        dispatch.reports[task.number] = Report(cost=task.start.cost - 10)

    dispatch._answering = dying
    before = search.incumbent.cost
    search.run()
    assert [now.best_cost for now in seen[:2]] == pytest.approx([before - 10, before - 20])
    assert search.incumbent.cost == before


def test_rounds_end_with_the_time() -> None:
    search, dispatch = serial_search(INSTANCE, workers=1, stop=3.0, config=BRIEF, least_part=200)
    assert search.run() == "time"
    assert search._request.clock.seconds() < 8
    assert 1 <= len({task.config.annealing.initial_temperature for task in dispatch.tasks}) <= 4


def test_where_no_worker_can_search_their_error_is_raised() -> None:
    search, dispatch = serial_search(INSTANCE, workers=0, config=BRIEF)
    dispatch.failures.append(ConfigError("other build"))
    with pytest.raises(ConfigError, match="other build"):
        search.run()


def test_without_a_worker_the_time_passes() -> None:
    seen: list[Progress] = []
    search, _ = serial_search(INSTANCE, workers=0, stop=0.3, config=BRIEF, observer=seen.append)
    assert search.run() == "time"
    now = seen[0]
    assert isinstance(now, ClusterProgress)
    assert dataclasses.replace(now).activities == ()
