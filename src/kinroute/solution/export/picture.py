"""Pictures of the routes (.png, .svg)."""

from __future__ import annotations

from os import PathLike

from kinroute.solution.result import Result


def write(result: Result, path: str | PathLike[str]) -> None:
    """Draw the routes into a file."""
    result.plot(path)
