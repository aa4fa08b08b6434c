"""A running task of a Dask worker learns that it is to end, or that nobody waits for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from distributed import Client

_LOOK_SECONDS = 0.5


class StopSign:
    """A stop rule for the search of a task: true once `raise_sign` was called with its name.

    Also once the task is cancelled, or the client that waits for it is gone.
    """

    def __init__(self, name: str) -> None:
        from distributed import Event, get_worker
        from distributed.worker import thread_state

        self._worker, self._key = get_worker(), thread_state.key
        self._event = Event(name)
        self._next = 0.0

    def __call__(self, _: object = None) -> bool:
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + _LOOK_SECONDS
        task = self._worker.state.tasks.get(self._key)
        return task is None or task.state == "cancelled" or bool(self._event.is_set())


def raise_sign(client: Client, name: str) -> None:
    """Tell the tasks whose sign has this name to end with what they have."""
    from distributed import Event

    Event(name, client=client).set()
