"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kinroute.io import read
from kinroute.problem.instance import Instance, Rounding

InstanceFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A .vrp file, a .csv of stops, or a distance matrix (.csv, .npz)."
    ),
]
Capacity = Annotated[
    float | None,
    typer.Option(metavar="Q", help="What a vehicle carries; a .csv does not say it."),
]
Vehicles = Annotated[
    int | None, typer.Option(metavar="K", help="The most routes allowed; default: any number.")
]
Round = Annotated[
    bool | None,
    typer.Option(
        "--round/--no-round",
        help="Round every distance to the nearest integer, or none; default: as the file means.",
        show_default=False,
    ),
]


def instance_from(
    file: Path, *, capacity: float | None, vehicles: int | None, rounded: bool | None
) -> Instance:
    """Read an instance as the shared options want it."""
    choices: dict[bool | None, Rounding | None] = {None: None, True: "nearest", False: "none"}
    return read(file, rounding=choices[rounded], capacity=capacity, vehicles=vehicles)
