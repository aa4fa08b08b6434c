"""What repeats a search elsewhere: commands for a shell, and a link to the studio."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from kinroute.problem.tolerance import exact
from kinroute.studio.model.edits import Routes
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.model.sources import Source

START = "start.sol"
"""The file of the plan that a search begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """All that a search depends on."""

    source: Source | None
    limits: Mapping[str, float | None]
    """Those that differ from the source's."""
    settings: SearchSettings
    start: Routes = ()
    """The plan that the search begins with; none for one from scratch."""
    lock: tuple[str, ...] = ()

    def commands(self) -> list[str]:
        """The commands that make the same search from a shell; START must be there."""
        if self.source is None:
            return []
        options = [*self.source.options(self.limits), *self.settings.options()]
        if self.start:
            options += ["--start", START]
            options += [word for text in self.lock for word in ("--lock", text)]
        words = ["kinroute", "solve", self.source.file, *options, "-o", "routes.sol"]
        return [*self.source.commands(), shlex.join(words)]

    def link(self) -> str:
        """The query of an address with the same instance, limits and settings, as far as it can.

        Files and plans are no part of it.
        """
        given = {} if self.source is None else self.source.values()
        changed = {name: exact(value) for name, value in self.limits.items() if value is not None}
        return urlencode({**given, **(changed if given else {}), **self.settings.values()})
