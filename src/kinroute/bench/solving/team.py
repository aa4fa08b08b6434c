"""The workers of a cluster, as they come and go."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from distributed import Client

_LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place for one search on a worker."""

    worker: str
    """Its address."""
    name: str


class Team:
    """Who can search: each worker has a slot for every `threads` of its threads, but at least one.

    Raises ClusterLostError where the scheduler no longer responds.
    """

    def __init__(self, client: Client, threads: int) -> None:
        self._client, self._threads = client, threads
        self._numbers: dict[str, int] = {}
        self._dismissed: set[str] = set()
        self._workers: dict[str, int] = {}
        self._next_look = 0.0

    def slots(self) -> list[Slot]:
        """The slots of the workers that are there now, in the order in which they came."""
        self.look(at_once=True)
        return [
            Slot(worker=worker, name=self._name(worker))
            for worker in sorted(self._workers, key=self._numbers.__getitem__)
            for _ in range(max(1, self._workers[worker] // self._threads))
        ]

    def has(self, slot: Slot) -> bool:
        """Whether the worker was there when the team was last looked at."""
        return slot.worker in self._workers

    def look(self, *, at_once: bool = False) -> None:
        """Ask the scheduler who is there, unless it was asked a moment ago."""
        if not at_once and time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _LOOK_SECONDS
        try:
            found = self._client.nthreads()
        except (OSError, RuntimeError):
            raise ClusterLostError("the scheduler no longer responds") from None
        if self._client.status != "running":
            raise ClusterLostError("the scheduler no longer responds")
        self._workers = {w: n for w, n in found.items() if w not in self._dismissed}
        for worker in sorted(self._workers):
            self._numbers.setdefault(worker, len(self._numbers) + 1)

    def dismiss(self, slot: Slot) -> None:
        """Give nothing more to a worker that cannot search."""
        self._dismissed.add(slot.worker)
        self._workers.pop(slot.worker, None)

    def _name(self, worker: str) -> str:
        host = urlsplit(worker).hostname or ""
        number = f"worker {self._numbers[worker]}"
        return number if host.startswith("127.") else f"{number} ({host})"


class ClusterLostError(Exception):
    """The scheduler is gone, and the workers with it."""
