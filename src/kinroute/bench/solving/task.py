"""What a worker of the cluster does with a part."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from typing import Any

from kinroute.bench.build_id import build_id
from kinroute.bench.stop_sign import StopSign
from kinroute.errors import ConfigError, Interrupted
from kinroute.problem.instance import Instance
from kinroute.search.config import SearchConfig
from kinroute.search.progress import Progress
from kinroute.search.solve import solve
from kinroute.search.stop import AfterIterations, AfterSeconds, AtCost, Stop
from kinroute.solution import Solution

REPORT_SECONDS = 1.0
"""Between two reports of a worker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A search for a worker."""

    instance: Instance
    start: Solution
    config: SearchConfig
    seed: int
    threads: int
    seconds: float | None
    iterations: int | None
    target: float | None
    build: str
    sign: str
    """The name of its stop sign."""
    topic: str
    """Where it reports."""
    number: int
    """Its place in the round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a worker found."""

    routes: tuple[tuple[int, ...], ...]
    iterations: int
    restarts: int
    steps: int
    """Of annealing."""


def search_part(task: Task) -> Answer:
    """Search until the task's limits, its stop sign, or the end of the client."""
    from distributed import get_worker

    if build_id() != task.build:
        raise ConfigError(
            f"the worker on {socket.gethostname()} has kinroute {build_id()}, this client "
            f"{task.build}; install the same build everywhere"
        )
    reports = _Reports(get_worker(), task)
    try:
        result = solve(
            task.instance,
            start=task.start,
            config=task.config,
            stop=[*_limits(task), StopSign(task.sign)],
            seed=task.seed,
            threads=task.threads,
            observer=reports,
        )
    except Interrupted as interrupted:  # a signal to this worker
        result = interrupted.result
    return Answer(
        routes=result.routes,
        iterations=result.iterations,
        restarts=result.restarts,
        steps=reports.steps,
    )


def _limits(task: Task) -> list[Stop]:
    limits: list[Stop] = []
    if task.seconds is not None:
        limits.append(AfterSeconds(task.seconds))
    if task.iterations is not None:
        limits.append(AfterIterations(task.iterations))
    if task.target is not None:
        limits.append(AtCost(task.target))
    return limits


class _Reports:
    """Sends cost and work of the search to the client, about once a second."""

    def __init__(self, worker: Any, task: Task) -> None:
        self._worker, self._task = worker, task
        self._next = time.monotonic() + REPORT_SECONDS
        self.steps = 0

    def __call__(self, progress: Progress) -> None:
        self.steps = progress.annealing_steps
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + REPORT_SECONDS
        self._worker.log_event(
            self._task.topic,
            {
                "sign": self._task.sign,
                "number": self._task.number,
                "cost": progress.best_cost,
                "iterations": progress.iterations,
                "steps": progress.annealing_steps,
            },
        )
