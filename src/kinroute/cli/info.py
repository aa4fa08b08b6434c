"""`kinroute info`: the key figures of an instance."""

from __future__ import annotations

import json
import math
import sys
from typing import Annotated, Any

import typer

from kinroute.cli.console import rich_console, shown_cost
from kinroute.cli.options import Capacity, InstanceFile, Round, Vehicles, instance_from
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain


def info(
    file: InstanceFile,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of a table.")
    ] = False,
    capacity: Capacity = None,
    vehicles: Vehicles = None,
    rounded: Round = None,
) -> None:
    """Describe an instance."""
    instance = instance_from(file, capacity=capacity, vehicles=vehicles, rounded=rounded)
    if as_json:
        typer.echo(json.dumps(facts(instance)))
    else:
        _print_table(_rows(instance, facts(instance)))


def facts(instance: Instance) -> dict[str, Any]:
    """Key figures of an instance in plain values."""
    outward = [instance.distance(0, i) for i in range(1, instance.customers + 1)]
    fewest = instance.fewest_vehicles
    return {
        "name": instance.name,
        "customers": instance.customers,
        "capacity": _plain(instance.capacity),
        "total_demand": _plain(instance.total_demand),
        "largest_demand": _plain(max(instance.demands.tolist())),
        "fewest_vehicles": fewest,
        "vehicles": instance.vehicles,
        "tightness": round(instance.total_demand / (fewest * instance.capacity), 4),
        "metric": instance.metric,
        "rounding": instance.rounding,
        "rounding_text": instance.rounding_text,
        "is_symmetric": instance.is_symmetric,
        "max_duration": _plain(instance.max_duration),
        "total_service": _plain(math.fsum(instance.service.tolist())),
        "bounding_box": _bounding_box(instance),
        "depot_distance": {
            "nearest": _plain(min(outward)),
            "mean": round(math.fsum(outward) / len(outward), 2),
            "farthest": _plain(max(outward)),
        },
        "has_names": instance.names is not None,
    }


def _rows(instance: Instance, known: dict[str, Any]) -> list[tuple[str, str]]:
    away = known["depot_distance"]
    fullness = f"{100 * known['tightness']:.1f} % full"
    limited = known["vehicles"] is not None
    timed = math.isfinite(instance.max_duration)
    symmetry = "the same in both directions" if known["is_symmetric"] else "asymmetric"
    return [
        ("name", known["name"]),
        ("customers", f"{known['customers']}"),
        ("capacity", plain(instance.capacity)),
        (
            "total demand",
            f"{plain(known['total_demand'])}, at most "
            f"{plain(known['largest_demand'])} at one customer",
        ),
        ("fewest vehicles", f"{known['fewest_vehicles']} ({fullness})"),
        ("most vehicles", f"{known['vehicles']}" if limited else "any number"),
        ("distances", known["rounding_text"]),
        ("directions", symmetry),
        ("duration limit", plain(instance.max_duration) if timed else "none"),
        (
            "service",
            f"{plain(known['total_service'])} in all" if known["total_service"] else "none",
        ),
        ("bounding box", _box_text(known["bounding_box"])),
        (
            "from the depot",
            f"nearest {shown_cost(away['nearest'])}, mean "
            f"{shown_cost(away['mean'])}, farthest {shown_cost(away['farthest'])}",
        ),
    ]


def _print_table(rows: list[tuple[str, str]]) -> None:
    if not sys.stdout.isatty():
        width = max(len(label) for label, _ in rows)
        typer.echo("\n".join(f"{label:<{width}}  {value}" for label, value in rows))
        return
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for label, value in rows:
        table.add_row(label, value)
    rich_console(sys.stdout).print(table)


def _bounding_box(instance: Instance) -> list[list[float]] | None:
    """The lowest and the highest coordinates, as the file has them."""
    if instance.coordinates is None:
        return None
    return [instance.coordinates.min(axis=0).tolist(), instance.coordinates.max(axis=0).tolist()]


def _box_text(box: list[list[float]] | None) -> str:
    if box is None:
        return "no coordinates"
    low, high = (f"({', '.join(map(plain, corner))})" for corner in box)
    return f"{low} to {high}"


def _plain(value: float) -> float | int | None:
    """A whole number as an int; infinity, which JSON does not know, as None."""
    if math.isinf(value):
        return None
    return int(value) if float(value).is_integer() else float(value)
