from typing import Any

import pytest

import kinroute
from kinroute.bench.build_id import build_id
from kinroute.bench.solving import task as tasks
from kinroute.bench.solving.task import Task, search_part
from kinroute.errors import ConfigError
from kinroute.search.config import PAPER

INSTANCE = kinroute.generate(60, seed=3)


class Worker:
    """Keeps what is reported."""

    def __init__(self) -> None:
        self.reports: list[dict[str, Any]] = []

    def log_event(self, topic: str, message: dict[str, Any]) -> None:
        assert topic == "topic"
        self.reports.append(message)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    found = Worker()
    monkeypatch.setattr("distributed.get_worker", lambda: found)
    monkeypatch.setattr(tasks, "StopSign", lambda name: lambda progress: False)
    monkeypatch.setattr(tasks, "REPORT_SECONDS", 0.0)
    return found


def task_of(**changes: Any) -> Task:
    values: dict[str, Any] = {
        "instance": INSTANCE,
        "start": kinroute.Solution([(c,) for c in range(1, 61)]),
        "config": PAPER,
        "seed": 1,
        "threads": 1,
        "seconds": None,
        "iterations": 50,
        "target": None,
        "build": build_id(),
        "sign": "sign",
        "topic": "topic",
        "number": 4,
    }
    return Task(**(values | changes))


def test_a_task_is_a_search_from_its_start(worker: Worker) -> None:
    answer = search_part(task_of(threads=2))
    assert kinroute.check(INSTANCE, kinroute.Solution(answer.routes)).feasible
    assert answer.iterations >= 50
    assert search_part(task_of(seconds=0.0, iterations=None)).iterations == 0
    assert search_part(task_of(target=1e9)).iterations == 0


def test_a_worker_reports_its_cost(worker: Worker) -> None:
    search_part(task_of(seconds=0.5, iterations=None))
    assert {(report["number"], report["sign"]) for report in worker.reports} == {(4, "sign")}
    costs = [report["cost"] for report in worker.reports]
    assert costs == sorted(costs, reverse=True)


def test_another_build_is_refused(worker: Worker) -> None:
    with pytest.raises(ConfigError, match=r"has kinroute .*, this client 0\.0; install the same"):
        search_part(task_of(build="0.0"))
