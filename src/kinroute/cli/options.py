"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kinroute.errors import ConfigError
from kinroute.io import read
from kinroute.io.text import finite
from kinroute.problem.instance import Instance, Rounding

InstanceFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A .vrp file, a .csv of stops, or a distance matrix (.csv, .npz)."
    ),
]
Capacity = Annotated[
    float | None,
    typer.Option(metavar="Q", help="Vehicle capacity; needed for .csv files, which have none."),
]
Vehicles = Annotated[
    int | None, typer.Option(metavar="K", help="Maximum number of routes; default: unlimited.")
]
Round = Annotated[
    bool | None,
    typer.Option(
        "--round/--no-round",
        help="Round every distance to the nearest integer, or none; default: by the file's format.",
        show_default=False,
    ),
]


_TIMES = "Distances, times and limits"
Speed = Annotated[
    float | None,
    typer.Option(
        metavar="V",
        help="Distance per hour (km/h for latitudes); gives travel times in minutes.",
        rich_help_panel=_TIMES,
    ),
]
MaxDuration = Annotated[
    str | None,
    typer.Option(
        metavar="T",
        help="Longest route, travel and service: 8h, 90min, 7:30, or a number in the time unit.",
        rich_help_panel=_TIMES,
    ),
]
MaxDistance = Annotated[
    float | None,
    typer.Option(metavar="L", help="Longest route by distance.", rich_help_panel=_TIMES),
]
MaxStops = Annotated[
    int | None,
    typer.Option(metavar="N", help="Most customers on a route.", rich_help_panel=_TIMES),
]
OpenRoutes = Annotated[
    bool,
    typer.Option("--open", help="Routes end at their last stop.", rich_help_panel=_TIMES),
]
Minimise = Annotated[
    str | None,
    typer.Option(
        metavar="WHAT",
        help="distance (default), duration, or weights such as 0.4*distance+0.5*duration.",
        rich_help_panel=_TIMES,
    ),
]
FixedCost = Annotated[
    float | None,
    typer.Option(metavar="C", help="Cost of every route that is driven.", rich_help_panel=_TIMES),
]
DistanceUnit = Annotated[
    str | None,
    typer.Option(metavar="UNIT", help="Unit of distances, for display.", rich_help_panel=_TIMES),
]
TimeUnit = Annotated[
    str | None,
    typer.Option(
        metavar="UNIT",
        help="Unit of durations, service and their limit: s, min or h.",
        rich_help_panel=_TIMES,
    ),
]


def instance_from(file: Path, *, rounded: bool | None, **values: Any) -> Instance:
    """Read an instance with the shared options applied; `values` are arguments of `read`."""
    choices: dict[bool | None, Rounding | None] = {None: None, True: "nearest", False: "none"}
    return read(file, rounding=choices[rounded], **values)


def objective(minimise: str | None) -> dict[str, float]:
    """The weights of --minimise: a name, or a sum such as 0.4*distance+0.5*duration."""
    if minimise is None:
        return {}
    weights = {"distance": 0.0, "duration": 0.0}
    for term in minimise.lower().replace(" ", "").split("+"):
        weight, star, name = term.rpartition("*")
        try:
            value = finite(weight) if star else 1.0
        except ValueError:
            value = -1.0
        if name not in weights or value < 0:
            raise ConfigError(
                f"--minimise {minimise!r}: use distance, duration, or weights of them such as "
                "0.4*distance+0.5*duration"
            )
        weights[name] += value
    return {f"{name}_cost": value for name, value in weights.items()}
