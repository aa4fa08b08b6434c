"""Runs a search for the command line; the result is written however it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinroute.cli.outputs import require_apart, require_picture, require_writable
from kinroute.cli.progress import Display
from kinroute.cli.signals import SoftStop
from kinroute.errors import ConfigError, InputError, Interrupted
from kinroute.problem.instance import Instance
from kinroute.search.progress import Progress
from kinroute.search.solve import solve
from kinroute.solution.export import format_of, require_ready
from kinroute.solution.export.tiles import require_tiles
from kinroute.solution.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Outputs:
    """The files to write when the search is over."""

    files: tuple[Path, ...] = ()
    picture: Path | None = None
    tiles: str | None = None
    """The address of street tiles for .html."""

    def require_writable(self, inputs: Iterable[Path]) -> None:
        """Raise InputError where a file has an unknown suffix or cannot be written."""
        pictures = () if self.picture is None else (self.picture,)
        require_apart([*self.files, *pictures], inputs)
        for path in self.files:
            require_writable(path)
            format_of(path)
        for path in pictures:
            require_picture(path)
        if self.tiles is None:
            return
        require_tiles(self.tiles)
        has_page = any(path.suffix.lower() == ".html" for path in self.files)
        if not has_page:
            raise ConfigError("--tiles draws street tiles on a page; write one with -o FILE.html")

    def require_ready(self, instance: Instance) -> None:
        """Raise InputError where a format cannot have the routes of this instance."""
        for path in self.files:
            require_ready(path, instance, tiles=self.tiles)

    def write(self, result: Result) -> None:
        """Write them in the order of the command line, the picture last.

        A file that cannot be written, which is then an InputError, does not keep the others back.
        """
        failed: list[InputError] = []
        for path in self.files:
            try:
                result.write(path, tiles=self.tiles)
            except InputError as error:
                failed.append(error)
        if self.picture is not None:
            result.plot(self.picture)
        if failed:
            raise failed[0]


def searched(
    instance: Instance,
    display: Display,
    outputs: Outputs,
    settings: dict[str, Any],
    search: Callable[..., Result] = solve,
) -> tuple[Result, bool]:
    """Search with a display and write the files; also return whether a signal ended it.

    `settings` are further arguments of the `search`.
    """
    is_interrupted = False
    with SoftStop() as stop:

        def observe(progress: Progress) -> None:
            stop.observe(progress)  # first: once a result is shown, a signal must not lose it
            display.observe(progress)

        with display:
            try:
                result = search(instance, observer=observe, **settings)
            except Interrupted as interrupted:
                result, is_interrupted = interrupted.result, True
        outputs.write(result)
    return result, is_interrupted or stop.is_requested
