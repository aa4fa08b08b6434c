"""The summary of a result."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kinroute.cli.console import counted, rich_console, shown_cost, shown_time
from kinroute.problem.tolerance import plain
from kinroute.problem.units import shown_distance, shown_time_of
from kinroute.search.stop import REASONS
from kinroute.solution.measures import cost_unit, is_timed
from kinroute.solution.result import Result

_MOST_ROUTES = 20
_MOST_PROBLEMS = 5


def ending(result: Result) -> str:
    """Why the search ended and what it found, in one line."""
    unit = cost_unit(result.instance)
    found = f"cost {shown_cost(result.cost, unit)}" if result.feasible else "no feasible solution"
    return (
        f"ended after {shown_time(result.runtime)} ({REASONS[result.stopped_by]}): {found}, "
        f"{counted(result.iterations, 'iteration')}"
    )


def print_summary(result: Result, output: Path | None) -> None:
    """Print the result: a table on a terminal, plain lines elsewhere."""
    if sys.stdout.isatty():
        _print_tables(result, output)
    else:
        print("\n".join([*_plain_facts(result), "", *_plain_routes(result, output)]))


def problem_lines(result: Result) -> list[str]:
    """The violated limits, shortened."""
    problems = list(result.check.problems)
    if len(problems) > _MOST_PROBLEMS:
        more = len(problems) - _MOST_PROBLEMS
        return [*problems[:_MOST_PROBLEMS], f"… and {more} more"]
    return problems


def _facts(result: Result) -> list[tuple[str, str]]:
    instance = result.instance
    verdict = "yes" if result.feasible else "no: " + "; ".join(problem_lines(result))
    needed = f" (at least {instance.fewest_vehicles} are needed)"
    return [
        ("instance", f"{instance.name}, {counted(instance.customers, 'customer')}"),
        ("distances", instance.rounding_text),
        ("cost", f"{shown_cost(result.cost, cost_unit(instance))} ({instance.objective_text})"),
        ("routes", f"{len(result.routes)}{needed}{_totals(result)}"),
        ("feasible", verdict),
        ("iterations", f"{result.iterations}, method {result.method}, seed {result.seed}"),
        ("time", f"{shown_time(result.runtime)} ({REASONS[result.stopped_by]})"),
    ]


def _totals(result: Result) -> str:
    """Length and duration of all routes, where the instance has units for them."""
    instance, verdict = result.instance, result.check
    parts = []
    if instance.distance_unit:
        parts.append(shown_distance(math.fsum(verdict.distances), instance.distance_unit))
    if verdict.durations is not None and instance.time_unit:
        total = shown_time_of(math.fsum(verdict.durations), instance.time_unit)
        parts.append(f"{total} with service" if instance.service.any() else total)
    return "".join(f", {part}" for part in parts)


def _rows(result: Result) -> list[tuple[str, ...]]:
    """Number, stops, load, the measures of `_measures` and customers of the routes shown."""
    instance, loads = result.instance, result.check.loads
    measures = _measures(result)
    return [
        (
            str(number + 1),
            str(len(route)),
            f"{plain(loads[number])} of {plain(instance.capacity)}",
            *(values[number] for values in measures.values()),
            _customers(result, route),
        )
        for number, route in enumerate(result.routes[:_MOST_ROUTES])
    ]


def _measures(result: Result) -> dict[str, list[str]]:
    """Lengths of the routes, and durations where they are something else; with unit and limit."""
    instance, verdict = result.instance, result.check
    unit, time_unit = instance.distance_unit, instance.time_unit
    lengths = [
        shown_distance(length, unit) + _limit(instance.max_distance, shown_distance, unit)
        for length in verdict.distances
    ]
    if verdict.durations is None or not is_timed(instance):
        return {"length": lengths}
    durations = [
        shown_time_of(duration, time_unit) + _limit(instance.max_duration, shown_time_of, time_unit)
        for duration in verdict.durations
    ]
    is_same = instance.speed is None and instance.durations is None and not instance.service.any()
    if is_same and math.isinf(instance.max_distance):
        return {"duration": durations}
    return {"length": lengths, "duration": durations}


def _limit(limit: float, shown: Callable[[float, Any], str], unit: str) -> str:
    return f" of {shown(limit, unit)}" if math.isfinite(limit) else ""


def _customers(result: Result, route: tuple[int, ...]) -> str:
    names = result.instance.names
    if names is None:
        return " ".join(map(str, route))
    return ", ".join(names[customer - 1] for customer in route)


def _rest(result: Result, output: Path | None) -> list[str]:
    more = len(result.routes) - _MOST_ROUTES
    if more <= 0:
        return []
    where = "-o FILE writes them all" if output is None else f"see {output}"
    return [f"… and {more} more, {where}"]


def _plain_facts(result: Result) -> list[str]:
    return [f"{label:<10}  {value}" for label, value in _facts(result)]


def _plain_routes(result: Result, output: Path | None) -> list[str]:
    names = list(_measures(result))
    lines = []
    for number, _, load, *values, customers in _rows(result):
        measures = ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
        lines.append(f"Route #{number} (load {load}, {measures}): {customers}")
    return [*lines, *_rest(result, output)]


def _print_tables(result: Result, output: Path | None) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console = rich_console(sys.stdout)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="cyan", no_wrap=True)
    facts.add_column(overflow="fold")
    for label, value in _facts(result):
        is_alarm = label == "feasible" and not result.feasible
        style = "bold red" if is_alarm else "bold green" if label == "cost" else ""
        facts.add_row(label, Text(value, style))
    console.print(facts)
    routes = Table(box=box.SIMPLE_HEAD, header_style="cyan")
    for heading in ("route", "stops", "load", *_measures(result)):
        routes.add_column(heading, justify="right", no_wrap=True)
    routes.add_column("customers, in order", overflow="fold")
    for row in _rows(result):
        routes.add_row(*map(Text, row))
    console.print(routes)
    for line in _rest(result, output):
        console.print(line)
