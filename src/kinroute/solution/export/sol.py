"""Routes as a CVRPLIB solution (.sol)."""

from __future__ import annotations

from os import PathLike

from kinroute.solution.result import Result


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write the routes and their cost."""
    result.solution.write(path)
