"""Solves one job; runs in a worker process, or in a worker of a cluster."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from kinroute.problem.instance import Instance
from kinroute.search.progress import Progress
from kinroute.search.solve import solve
from kinroute.search.stop import (
    AfterIterations,
    AfterNoImprovement,
    AfterSeconds,
    AtCost,
    Stop,
    default_seconds,
)
from kinroute.solution.result import Result
from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.reading import Guides, Submission, read_guides, read_submission

_REPORT_SECONDS = 0.2
"""Improvements are reported at most that often; the result has all of them."""

Report = Callable[[dict[str, Any]], None]


def budget(options: SearchOptions, customers: int, most: float) -> float:
    """The seconds of a job: those requested, else the default; never more than the limit."""
    if options.seconds is not None:
        return min(options.seconds, most)
    has_rule = any((options.iterations, options.no_improvement, options.target is not None))
    return most if has_rule else min(default_seconds(customers), most)


def solve_job(
    submission: Submission,
    *,
    most_seconds: float,
    most_customers: int,
    report: Report,
    should_stop: Callable[[], bool],
) -> dict[str, Any]:
    """Read and solve a submission; `report` receives improvements. Returns `summary`."""
    reading = read_submission(submission, most_customers=most_customers)
    return solve_reading(
        reading.instance,
        reading.options,
        read_guides(submission, reading),
        most_seconds=most_seconds,
        report=report,
        should_stop=should_stop,
    )


def solve_reading(
    instance: Instance,
    options: SearchOptions,
    guides: Guides | None = None,
    *,
    most_seconds: float,
    report: Report,
    should_stop: Callable[[], bool],
) -> dict[str, Any]:
    """Solve an instance with the options of its job, and what it was sent with."""
    seconds = budget(options, instance.customers, most_seconds)
    result = solve(
        instance,
        **arguments(options) | (guides or Guides()).arguments(),
        stop=[*rules(options, seconds), lambda progress: should_stop()],
        observer=_Improvements(report),
    )
    return summary(result)


def summary(result: Result) -> dict[str, Any]:
    """What is known of a job that has ended; `text` is its whole result as JSON, which may be
    large: the server keeps it as it is. It has the restarts of the search besides."""
    values = result.as_dict() | {"restarts": result.restarts}
    known = {name: values[name] for name in ("cost", "feasible", "iterations", "trace")}
    return known | {"text": json.dumps(values, allow_nan=False)}


def arguments(options: SearchOptions) -> dict[str, Any]:
    """The arguments of `kinroute.solve` that options stand for, besides the stop rules."""
    return {
        "method": options.method,
        "local_search": options.local_search,
        "crossover": options.crossover,
        "heatmap": options.model,
        "granularity": options.granularity,
        "seed": options.seed,
        "threads": options.threads,
    }


def rules(options: SearchOptions, seconds: float) -> list[Stop]:
    """The stop rules of a job."""
    found: list[Stop] = [AfterSeconds(seconds)]
    if options.iterations is not None:
        found.append(AfterIterations(options.iterations))
    if options.no_improvement is not None:
        found.append(AfterNoImprovement(options.no_improvement))
    if options.target is not None:
        found.append(AtCost(options.target))
    return found


class _Improvements:
    """Reports a better cost, at a bounded rate."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._last: float | None = None
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        cost, now = progress.best_cost, time.monotonic()
        if cost is None or now < self._next or (self._last is not None and cost >= self._last):
            return
        self._last, self._next = cost, now + _REPORT_SECONDS
        self._report(
            {"time": round(progress.time, 3), "cost": cost, "iterations": progress.iterations}
        )
