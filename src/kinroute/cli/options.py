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


def instance_from(
    file: Path, *, capacity: float | None, vehicles: int | None, rounded: bool | None
) -> Instance:
    """Read an instance with the shared options applied."""
    choices: dict[bool | None, Rounding | None] = {None: None, True: "nearest", False: "none"}
    return read(file, rounding=choices[rounded], capacity=capacity, vehicles=vehicles)
