"""Tells those who follow a job that it has changed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Changes:
    """Wakes waiting tasks of the event loop; `notify` may be called from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self.is_closed = False

    @property
    def followers(self) -> int:
        """How many follow a job now."""
        return sum(len(events) for events in self._waiting.values())

    def notify(self, job: str) -> None:
        """A job has changed."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, job)

    def close(self) -> None:
        """End all who wait, as the server stops."""
        self.is_closed = True
        for job in list(self._waiting):
            self._wake(job)

    @contextmanager
    def following(self, job: str) -> Iterator[asyncio.Event]:
        """An event that is set at each change of a job inside the block."""
        event = asyncio.Event()
        self._waiting[job].add(event)
        try:
            yield event
        finally:
            self._waiting[job].discard(event)
            if not self._waiting[job]:
                del self._waiting[job]

    def _wake(self, job: str) -> None:
        for event in self._waiting.get(job, ()):
            event.set()
