"""Results in the export formats; runs in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.search.auto import chosen_settings
from kinroute.search.methods import method_named
from kinroute.search.stop import stop_plan
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.export import require_ready
from kinroute.solution.result import Improvement, Result
from kinroute.studio.service.execution import budget, rules
from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.reading import Submission, read_submission


def render(
    submission: Submission,
    values: dict[str, Any],
    target: Path,
    *,
    most_seconds: float,
    most_customers: int,
) -> None:
    """Write a stored result to a file, in the format of its suffix.

    Raises InputError, without the path, where the format cannot have this result.
    """
    reading = read_submission(submission, most_customers=most_customers)
    result = rebuilt(reading.instance, reading.options, values, most_seconds)
    label = f"{reading.instance.name}{target.suffix}"
    require_ready(label, result.instance)
    try:
        result.write(target)
    except InputError:  # it names a folder of this machine
        text = f"{label} cannot be written by the service; is its disk full?"
        raise ProblemError(500, "no-export", "The export failed", text) from None


def rebuilt(
    instance: Instance, options: SearchOptions, values: dict[str, Any], most_seconds: float
) -> Result:
    """The result of a job from its plain values; its routes are checked again."""
    verdict = check(instance, Solution([tuple(route) for route in values["routes"]]))
    seconds = budget(options, instance.customers, most_seconds)
    plan = stop_plan(rules(options, seconds), instance.customers, threads=options.threads)
    method = method_named(options.method)
    return Result(
        instance=instance,
        solution=Solution([tuple(route) for route in values["routes"]], verdict.cost),
        check=verdict,
        method=values["method"],
        seed=values["seed"],
        iterations=values["iterations"],
        restarts=values["restarts"],
        runtime=values["runtime"],
        inference=values["inference"],
        trace=tuple(
            Improvement(at["time"], at["cost"], at["iterations"]) for at in values["trace"]
        ),
        stopped_by=values["stopped_by"],
        settings=chosen_settings(method, instance, plan, granularity=options.granularity),
    )
