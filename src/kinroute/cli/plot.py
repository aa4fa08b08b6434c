"""`kinroute plot`: a picture of an instance, or of its routes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kinroute.cli.options import Capacity, InstanceFile, Round, Vehicles, instance_from
from kinroute.cli.outputs import require_apart, require_picture
from kinroute.solution import Solution


def plot(
    file: InstanceFile,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT.png", help="A .png, .svg or .pdf file.")
    ],
    solution: Annotated[
        Path | None, typer.Argument(metavar="[SOL]", help="A CVRPLIB solution file.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Instead of the instance's name.")] = None,
    capacity: Capacity = None,
    vehicles: Vehicles = None,
    rounded: Round = None,
) -> None:
    """Draw an instance, with its routes where a solution is given."""
    from kinroute.plot import draw, save

    require_apart([output], [file] if solution is None else [file, solution])
    require_picture(output)
    instance = instance_from(file, capacity=capacity, vehicles=vehicles, rounded=rounded)
    routes = None if solution is None else Solution.read(solution)
    save(draw(instance, routes, title=title), output)
    typer.echo(output)
