"""Runs a search for the command line; the result is written however it ends."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinroute.cli.progress import Display
from kinroute.cli.signals import SoftStop
from kinroute.errors import Interrupted
from kinroute.problem.instance import Instance
from kinroute.search.progress import Progress
from kinroute.search.solve import solve
from kinroute.solution.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """The files to write when the search is over."""

    routes: Path | None
    picture: Path | None

    def write(self, result: Result) -> None:
        """Write them, the routes first."""
        if self.routes is not None:
            result.write(self.routes)
        if self.picture is not None:
            result.plot(self.picture)


def searched(
    instance: Instance, display: Display, outputs: Outputs, settings: dict[str, Any]
) -> tuple[Result, bool]:
    """Search with a display and write the files; also return whether a signal ended it.

    `settings` are further arguments of `kinroute.solve`.
    """
    with SoftStop() as stop:

        def observe(progress: Progress) -> None:
            stop.observe(progress)  # first: once a result is shown, a signal must not lose it
            display.observe(progress)

        with display:
            try:
                result = solve(instance, observer=observe, **settings)
            except Interrupted as interrupted:
                result = interrupted.result
        outputs.write(result)
    return result, stop.is_requested
