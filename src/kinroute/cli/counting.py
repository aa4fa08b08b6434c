"""Progress of a job that counts its parts: a bar on a terminal, else a line every 15 s."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from kinroute.cli.console import rich_console, say

_SECONDS_BETWEEN_LINES = 15.0


def counting(template: str, total: int) -> AbstractContextManager[Any]:
    """A display to call with the number done, the seconds so far, and further details.

    `template` holds {done} and {total}.
    """
    return _Bar(template, total) if sys.stderr.isatty() else nullcontext(_Lines(template, total))


class _Lines:
    def __init__(self, template: str, total: int) -> None:
        self._template, self._total, self._next = template, total, 0.0

    def __call__(self, done: int, seconds: float, details: str) -> None:
        if seconds < self._next and done < self._total:
            return
        self._next = seconds + _SECONDS_BETWEEN_LINES
        say(f"{self._template.format(done=done, total=self._total)}  {details}")


class _Bar:
    def __init__(self, template: str, total: int) -> None:
        from rich.progress import BarColumn, Progress, TextColumn

        self._template, self._total = template, total
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            TextColumn("{task.percentage:.0f} %"),
            TextColumn("{task.fields[details]}"),
            console=rich_console(sys.stderr),
        )
        self._task = self._progress.add_task(self._description(0), total=total, details="")

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, done: int, seconds: float, details: str) -> None:
        self._progress.update(
            self._task, description=self._description(done), completed=done, details=details
        )

    def _description(self, done: int) -> str:
        return self._template.format(done=done, total=self._total)
