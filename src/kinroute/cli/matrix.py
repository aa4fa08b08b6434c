"""`kinroute matrix`: distances and travel times by road."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from kinroute.cli.console import counted, shown_time
from kinroute.cli.counting import counting
from kinroute.cli.failures import INTERRUPTED, complain
from kinroute.cli.options import Columns, IgnoreColumns, named_columns, renamed_columns
from kinroute.cli.outputs import require_apart, require_writable
from kinroute.cli.signals import raising_on_signals
from kinroute.errors import ConfigError, InputError
from kinroute.io import read
from kinroute.io.roads.engines import Engine
from kinroute.io.roads.matrix import (
    RoadMatrix,
    block_count,
    partial_path,
    road_matrix,
    write_matrix,
)
from kinroute.problem.instance import Instance
from kinroute.problem.units import shown_distance
from kinroute.problem.validation import LARGEST_AMOUNT

_FAR_FROM_ROADS = 1.0  # km
_MOST_WARNINGS = 5


def matrix(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Stops with columns lat and lon, as for `solve`.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT.npz", help="Write the matrix.")
    ],
    osrm: Annotated[
        str | None, typer.Option(metavar="URL", help="An OSRM server: http://localhost:5000.")
    ] = None,
    valhalla: Annotated[
        str | None, typer.Option(metavar="URL", help="A Valhalla server: http://localhost:8002.")
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="What drives, as the server calls it.", show_default="a car"
        ),
    ] = None,
    block: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Ask for N × N pairs at once; servers limit it.",
            show_default="100 for OSRM, 50 for Valhalla",
        ),
    ] = None,
    columns: Columns = None,
    ignore_columns: IgnoreColumns = None,
) -> None:
    """Fetch distances (km) and travel times (min) by road from a routing server.

    The result is an instance for `solve`. Pairs without a way between them become forbidden arcs.
    What was fetched is kept beside the output, so that the same command goes on after an
    interruption.
    """
    engine = _engine(osrm, valhalla, profile, block)
    if output.suffix.lower() != ".npz":
        raise ConfigError(f"cannot write {output}: a matrix is a .npz file")
    require_apart([output, partial_path(output)], [file])
    require_writable(output)
    instance = _stops(file, columns, ignore_columns)
    total = block_count(instance.customers + 1, engine)
    roads = _fetched(instance, engine, output, total)
    write_matrix(output, instance, roads)
    partial_path(output).unlink(missing_ok=True)
    for line in _doubts(instance, roads):
        complain(line)
    typer.echo(output)


def _engine(
    osrm: str | None, valhalla: str | None, profile: str | None, block: int | None
) -> Engine:
    if (osrm is None) == (valhalla is None):
        raise ConfigError("give a server: --osrm URL or --valhalla URL, one of them")
    if block is not None and block < 1:
        raise ConfigError(f"--block {block}; use 1 or more")
    return Engine(
        name="OSRM" if osrm is not None else "Valhalla",
        url=osrm if osrm is not None else valhalla or "",
        profile=profile or "",
        block=block or 0,
    )


def _stops(file: Path, columns: str | None, ignore_columns: str | None) -> Instance:
    # The capacity is not known here. A speed is what allows service times beside km; the matrix
    # has its own durations.
    return read(
        file,
        capacity=LARGEST_AMOUNT,
        speed=1.0,
        columns=renamed_columns(columns),
        ignore_columns=named_columns(ignore_columns),
    )


def _fetched(instance: Instance, engine: Engine, output: Path, total: int) -> RoadMatrix:
    done = 0
    with (
        raising_on_signals(),
        counting("{done} of {total} blocks", total) as display,
    ):

        def observe(there: int, seconds: float) -> None:
            nonlocal done
            done = there
            display(there, seconds, shown_time(seconds))

        try:
            return road_matrix(instance, engine, partial=partial_path(output), observer=observe)
        except KeyboardInterrupt:
            complain(f"interrupted; {_kept(output, done, total)}")
            raise typer.Exit(INTERRUPTED) from None
        except InputError as error:
            if done:
                raise InputError(f"{error}\n{_kept(output, done, total)}") from None
            partial_path(output).unlink(missing_ok=True)
            raise


def _kept(output: Path, done: int, total: int) -> str:
    return f"{done} of {total} blocks are in {partial_path(output)}, and the same command resumes"


def _doubts(instance: Instance, roads: RoadMatrix) -> list[str]:
    """What a planner should look at before trusting the matrix."""
    lines = []
    closed = int(np.isinf(roads.distances).sum())
    if closed:
        lines.append(f"{counted(closed, 'pair')} without a way between them: forbidden arcs")
    for node in range(1, instance.customers + 1):
        if np.isinf(roads.distances[0, node]) or np.isinf(roads.distances[node, 0]):
            lines.append(f"{instance.customer_text(node)} has no way to or from the depot")
    for node in np.flatnonzero(roads.offsets > _FAR_FROM_ROADS).tolist():
        who = instance.customer_text(node) if node else "the depot"
        away = shown_distance(float(roads.offsets[node]), "km")
        lines.append(f"{who} is {away} from the nearest road of the server's map")
    more = len(lines) - _MOST_WARNINGS
    return lines if more <= 0 else [*lines[:_MOST_WARNINGS], f"… and {more} more like this"]
