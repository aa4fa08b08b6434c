"""`kinroute info`: the key figures of an instance."""

from __future__ import annotations

import json
import math
import sys
from typing import Annotated, Any

import typer

from kinroute.cli.console import rich_console
from kinroute.cli.options import InstanceArguments, reads_instance
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.problem.units import shown_distance, shown_time_of


@reads_instance
def info(
    given: InstanceArguments,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of a table.")
    ] = False,
) -> None:
    """Describe an instance."""
    instance = given.read()
    if as_json:
        typer.echo(json.dumps(facts(instance)))
    else:
        _print_table(_rows(instance, facts(instance)))


def facts(instance: Instance) -> dict[str, Any]:
    """Key figures of an instance in plain values."""
    outward = [instance.distance(0, i) for i in range(1, instance.customers + 1)]
    driven = [length for length in outward if math.isfinite(length)] or [math.inf]
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
            "nearest": _plain(min(driven)),
            "mean": _plain(round(math.fsum(driven) / len(driven), 2)),
            "farthest": _plain(max(driven)),
        },
        "has_names": instance.names is not None,
        "carried_columns": carried_columns(instance),
        **_time_facts(instance),
    }


def carried_columns(instance: Instance) -> list[str]:
    """The further columns of its customers, in the order of the file."""
    return list(dict.fromkeys(key for row in instance.attributes or () for key in row))


def _time_facts(instance: Instance) -> dict[str, Any]:
    return {
        "distance_unit": instance.distance_unit,
        "time_unit": instance.time_unit,
        "speed": None if instance.speed is None else _plain(instance.speed),
        "has_durations": instance.durations is not None,
        "has_times": instance.has_times,
        "has_forbidden_arcs": instance.has_forbidden_arcs,
        "max_distance": _plain(instance.max_distance),
        "max_stops": instance.max_stops,
        "open_routes": instance.open_routes,
        "objective": instance.objective_text,
        "fixed_cost": _plain(instance.fixed_cost),
    }


def _rows(instance: Instance, known: dict[str, Any]) -> list[tuple[str, str]]:
    fullness = f"{100 * known['tightness']:.1f} % full"
    limited = known["vehicles"] is not None
    symmetry = "the same in both directions" if known["is_symmetric"] else "asymmetric"
    forbidden = ", some arcs forbidden" if known["has_forbidden_arcs"] else ""
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
        ("minimised", known["objective"]),
        ("distances", known["rounding_text"]),
        ("directions", symmetry + forbidden),
        *_limit_rows(instance, known),
        ("bounding box", _box_text(known["bounding_box"])),
        ("from the depot", _depot_text(instance, known["depot_distance"])),
        ("carried columns", ", ".join(known["carried_columns"]) or "none"),
    ]


def _limit_rows(instance: Instance, known: dict[str, Any]) -> list[tuple[str, str]]:
    def time(value: float) -> str:
        return shown_time_of(value, instance.time_unit)

    service = known["total_service"]
    longest = shown_distance(instance.max_distance, instance.distance_unit)
    return [
        ("travel times", _travel_text(instance)),
        ("service", f"{time(service)} in all" if service else "none"),
        (
            "duration limit",
            time(instance.max_duration) if math.isfinite(instance.max_duration) else "none",
        ),
        ("distance limit", longest if math.isfinite(instance.max_distance) else "none"),
        ("stops limit", f"{known['max_stops']} per route" if known["max_stops"] else "none"),
        ("routes end", "at their last stop" if known["open_routes"] else "at the depot"),
    ]


def _travel_text(instance: Instance) -> str:
    if instance.durations is not None:
        return "from a matrix" + (f", in {instance.time_unit}" if instance.time_unit else "")
    if instance.speed is not None:
        return f"at {plain(instance.speed)} {instance.distance_unit or 'units'} per hour"
    return "as long as the distances" if instance.has_times else "not known"


def _depot_text(instance: Instance, away: dict[str, float | None]) -> str:
    texts = (
        f"{name} {'out of reach' if far is None else shown_distance(far, instance.distance_unit)}"
        for name, far in away.items()
    )
    return ", ".join(texts)


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
