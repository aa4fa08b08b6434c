"""Pauses of a running search."""

from __future__ import annotations

import threading


class Pause:
    """Holds a search up, from any thread; give it to `solve` as `pause`.

    A paused search keeps what it has, uses no processor, and its time does not count: not for
    limits, not in `Progress.time`, `Result.runtime` or the trace. It pauses at its next poll,
    mostly within a twentieth of a second. Observers and stop functions are not called before it
    goes on; Ctrl-C ends it also then. One object may pause several searches at once.
    """

    def __init__(self) -> None:
        self._may_run = threading.Event()
        self._may_run.set()

    @property
    def is_on(self) -> bool:
        """Whether searches are to wait."""
        return not self._may_run.is_set()

    def begin(self) -> None:
        """Pause; without effect in a pause."""
        self._may_run.clear()

    def end(self) -> None:
        """Go on; without effect outside of a pause."""
        self._may_run.set()

    def wait(self) -> None:
        """Return once the pause is over; at once where there is none."""
        self._may_run.wait()
