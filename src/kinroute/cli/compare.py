"""`kinroute compare`: what changed between two plans."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from kinroute.cli.console import counted, rich_console, shown_cost
from kinroute.cli.options import InstanceArguments, reads_instance
from kinroute.cli.outputs import require_apart, require_picture
from kinroute.problem.instance import Instance
from kinroute.problem.units import shown_distance, shown_time_of, time_unit
from kinroute.problem.validation import LARGEST_AMOUNT
from kinroute.solution.plans import read_plan
from kinroute.solution.plans.comparison import Comparison, Kind, Move, RouteChange, compared
from kinroute.solution.plans.figures import Figures, figures

_MOST_NAMES = 8
_KINDS: tuple[Kind, ...] = (
    *("unchanged", "reversed", "order changed"),
    *("stops changed", "new", "dissolved"),
)
_SHOWN = {"stops changed": "with other stops"}


@partial(reads_instance, option="--instance")
def compare(
    first: Annotated[
        Path, typer.Argument(metavar="A", help="A plan: .sol, .csv, .json, .xlsx or .geojson.")
    ],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another plan.")],
    given: InstanceArguments | None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the changes as one line of JSON.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="OUT.png", help="Draw both plans: .png, .svg, .pdf."),
    ] = None,
) -> None:
    """Show what changed between two plans: stops on other routes, their order, cost and length.

    The figures of plans that have none, such as .sol, are those of --instance.

    Stops are compared by name, and routes by the stops they have in common, not by their numbers.
    """
    if plot is not None:
        require_apart([plot], [first, second, *([] if given is None else [given.file])])
        require_picture(plot)
    instance = _instance(given)
    a, b = read_plan(first), read_plan(second)
    changes = compared(a, b, instance)
    before, after = figures(a, instance), figures(b, instance)
    if instance is not None and instance.capacity == LARGEST_AMOUNT:
        before, after = replace(before, feasible=None), replace(after, feasible=None)
    if as_json:
        plans = {"a": {"plan": str(first)}, "b": {"plan": str(second)}}
        sides = {"a": before.as_dict(), "b": after.as_dict()}
        both = {name: plans[name] | sides[name] for name in ("a", "b")}
        typer.echo(json.dumps(both | changes.as_dict()))
    else:
        facts = [("plans", f"{first} → {second}"), *_facts(before, after, changes)]
        _print(facts, [_row(route) for route in changes.routes])
    if plot is not None:
        from kinroute.plot.files import save
        from kinroute.solution.plans.picture import draw_comparison

        save(draw_comparison(a, b, changes, instance), plot)


def _instance(given: InstanceArguments | None) -> Instance | None:
    if given is None:
        return None
    if given.capacity is None and given.file.suffix.lower() in (".csv", ".xlsx", ".npz"):
        given = replace(given, capacity=LARGEST_AMOUNT)  # only `feasible` depends on it
    return given.read()


def _facts(before: Figures, after: Figures, changes: Comparison) -> list[tuple[str, str]]:
    stops = _listed(
        (len(changes.added), "added"),
        (len(changes.removed), "removed"),
        (len(changes.moved), "moved to another route"),
    )
    kinds = _listed(*((changes.count(kind), _SHOWN.get(kind, kind)) for kind in _KINDS))
    unit, times = after.distance_unit, time_unit(after.time_unit)
    same_units = (before.distance_unit, before.time_unit) == (unit, after.time_unit)
    lines = [
        ("stops", f"{before.stops} → {after.stops}{stops or ' (the same routes for all)'}"),
        ("routes", f"{before.routes} → {after.routes}{kinds}"),
        ("cost", _step(before.cost, after.cost, shown_cost)),
    ]
    if same_units:
        lines += [
            ("distance", _step(before.distance, after.distance, lambda v: shown_distance(v, unit))),
            ("duration", _step(before.duration, after.duration, lambda v: shown_time_of(v, times))),
        ]
    lines.append(("feasible", _verdicts(before.feasible, after.feasible)))
    return [(name, text) for name, text in lines if text]


def _step(before: float | None, after: float | None, shown: Callable[[float], str]) -> str:
    """Both values and the difference; nothing where neither is known."""
    if before is None and after is None:
        return ""
    texts = ["not known" if value is None else shown(value) for value in (before, after)]
    if before is None or after is None:
        return " → ".join(texts)
    sign = "-" if after < before else "+"
    share = f", {100 * (after - before) / before:+.1f} %" if before else ""
    same = abs(after - before) <= 1e-9 * max(1.0, abs(before))
    change = "the same" if same else f"{sign}{shown(abs(after - before))}{share}"
    return f"{' → '.join(texts)} ({change})"


def _verdicts(before: bool | None, after: bool | None) -> str:
    if before is None and after is None:
        return ""
    words = {True: "yes", False: "no", None: "not known"}
    return f"{words[before]} → {words[after]}"


def _listed(*parts: tuple[int, str]) -> str:
    found = [f"{count} {what}" for count, what in parts if count]
    return f" ({', '.join(found)})" if found else ""


def _row(change: RouteChange) -> tuple[str, str, str, str]:
    """The label after and before, stops, and what happened."""
    old, new = (None if r is None else r.label for r in (change.before, change.after))
    sizes = [len(r.stops) for r in (change.before, change.after) if r is not None]
    stops = str(sizes[0]) if len(set(sizes)) == 1 else " → ".join(map(str, sizes))
    parts: list[str] = [change.kind] if change.kind != "stops changed" else []
    parts += [f"from old route {label}: {names}" for label, names in _by(change.joined, "source")]
    parts += [f"to route {label}: {names}" for label, names in _by(change.left, "target")]
    parts += [f"new: {_cut(list(change.added))}"] if change.added else []
    parts += [f"gone: {_cut(list(change.removed))}"] if change.removed else []
    return new or "-", old or "-", stops, "; ".join(parts)


def _by(moves: tuple[Move, ...], side: str) -> list[tuple[str, str]]:
    """The routes on one side of the moves, each with its stops."""
    routes: dict[str, list[str]] = {}
    for move in moves:
        routes.setdefault(getattr(move, side), []).append(move.stop)
    return [(label, _cut(stops)) for label, stops in routes.items()]


def _cut(stops: list[str]) -> str:
    """Names in one line; what would control a terminal is replaced."""
    more = len(stops) - _MOST_NAMES
    names = ", ".join(stops[:_MOST_NAMES])
    plain = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in names)
    return plain + (f" and {more} more" if more > 0 else "")


def _print(facts: list[tuple[str, str]], rows: list[tuple[str, str, str, str]]) -> None:
    """A table on a terminal, plain lines elsewhere."""
    if sys.stdout.isatty():
        _print_tables(facts, rows)
        return
    lines = [f"{label:<10}  {value}" for label, value in facts]
    for new, old, stops, change in rows:
        name = f"Route {new}" if new != "-" else f"Route {old} of the first plan"
        was = f", was {old}" if new not in ("-", old) and old != "-" else ""
        lines.append(f"{name} ({_stops_text(stops)}{was}): {change}")
    typer.echo("\n".join([*lines[: len(facts)], "", *lines[len(facts) :]]))


def _stops_text(stops: str) -> str:
    return counted(int(stops), "stop") if stops.isdigit() else f"{stops} stops"


def _print_tables(facts: list[tuple[str, str]], rows: list[tuple[str, str, str, str]]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console = rich_console(sys.stdout)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in facts:
        grid.add_row(label, Text(value))
    console.print(grid)
    table: Any = Table(box=box.SIMPLE_HEAD, header_style="cyan")
    for heading in ("route", "was", "stops"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("change", overflow="fold")
    for row in rows:
        is_same = row[3] in ("unchanged", "reversed")
        table.add_row(*(Text(cell, "dim" if is_same else "") for cell in row))
    console.print(table)
