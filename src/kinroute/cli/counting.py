"""How far a job of so many parts is: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from kinroute.cli.console import rich_console, say

_SECONDS_BETWEEN_LINES = 15.0


def counting(wording: str, total: int) -> AbstractContextManager[Any]:
    """A display to be called with how many are done, the seconds so far, and news.

    `wording` holds {done} and {total}.
    """
    return _Bar(wording, total) if sys.stderr.isatty() else nullcontext(_Lines(wording, total))


class _Lines:
    def __init__(self, wording: str, total: int) -> None:
        self._wording, self._total, self._next = wording, total, 0.0

    def __call__(self, done: int, seconds: float, news: str) -> None:
        if seconds < self._next and done < self._total:
            return
        self._next = seconds + _SECONDS_BETWEEN_LINES
        say(f"{self._wording.format(done=done, total=self._total)}  {news}")


class _Bar:
    def __init__(self, wording: str, total: int) -> None:
        from rich.progress import BarColumn, Progress, TextColumn

        self._wording, self._total = wording, total
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            TextColumn("{task.percentage:.0f} %"),
            TextColumn("{task.fields[news]}"),
            console=rich_console(sys.stderr),
        )
        self._task = self._progress.add_task(self._worded(0), total=total, news="")

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, done: int, seconds: float, news: str) -> None:
        self._progress.update(self._task, description=self._worded(done), completed=done, news=news)

    def _worded(self, done: int) -> str:
        return self._wording.format(done=done, total=self._total)
