"""`kinroute check`: check a solution independently of the search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kinroute.cli.failures import INVALID_INPUT
from kinroute.cli.options import InstanceArguments, reads_instance
from kinroute.solution import Solution
from kinroute.solution.check import check as checked


@reads_instance
def check(
    given: InstanceArguments,
    solution: Annotated[Path, typer.Argument(metavar="OUT.sol", help="A CVRPLIB solution file.")],
) -> None:
    """Check a solution independently of the search.

    Exit code: 0 valid, 2 there are problems, which are listed.
    """
    instance = given.read()
    verdict = checked(instance, Solution.read(solution))
    typer.echo(f"{solution}: {verdict}")
    if not verdict.ok:
        typer.echo(f"Distances: {instance.rounding_text}")
        raise typer.Exit(INVALID_INPUT)
