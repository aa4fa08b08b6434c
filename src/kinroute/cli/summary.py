"""The summary of a result."""

from __future__ import annotations

import math
import sys
from pathlib import Path

from kinroute.cli.console import counted, rich_console, shown_cost, shown_time
from kinroute.problem.tolerance import plain
from kinroute.search.stop import REASONS
from kinroute.solution.result import Result

_MOST_ROUTES = 20
_MOST_PROBLEMS = 5


def ending(result: Result) -> str:
    """Why the search ended and what it found, in one line."""
    found = f"cost {shown_cost(result.cost)}" if result.feasible else "no feasible solution"
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
        ("cost", shown_cost(result.cost)),
        ("routes", f"{len(result.routes)}{needed}"),
        ("feasible", verdict),
        ("iterations", f"{result.iterations}, method {result.method}, seed {result.seed}"),
        ("time", f"{shown_time(result.runtime)} ({REASONS[result.stopped_by]})"),
    ]


def _rows(result: Result) -> list[tuple[str, str, str, str, str]]:
    """Number, stops, load, duration and customers of the routes that are shown."""
    instance, verdict = result.instance, result.check
    limit = f" of {plain(instance.max_duration)}" if math.isfinite(instance.max_duration) else ""
    return [
        (
            str(number),
            str(len(route)),
            f"{plain(load)} of {plain(instance.capacity)}",
            f"{shown_cost(duration)}{limit}",
            _customers(result, route),
        )
        for number, (route, load, duration) in enumerate(
            zip(result.routes, verdict.loads, verdict.durations, strict=True), 1
        )
    ][:_MOST_ROUTES]


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
    lines = [
        f"Route #{number} (load {load}, {_measure(result)} {duration}): {customers}"
        for number, _, load, duration, customers in _rows(result)
    ]
    return [*lines, *_rest(result, output)]


def _measure(result: Result) -> str:
    """The name of a route's duration: with no service and no limit it is a length."""
    instance = result.instance
    is_timed = bool(instance.service.any()) or math.isfinite(instance.max_duration)
    return "duration" if is_timed else "length"


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
    for heading in ("route", "stops", "load", _measure(result)):
        routes.add_column(heading, justify="right", no_wrap=True)
    routes.add_column("customers, in order", overflow="fold")
    for row in _rows(result):
        routes.add_row(*map(Text, row))
    console.print(routes)
    for line in _rest(result, output):
        console.print(line)
