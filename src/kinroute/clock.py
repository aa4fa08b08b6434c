"""The clock of one call: the time budget counts everything from the call on."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """When a call began, on the wall and on this thread's processor."""

    wall: float
    cpu: float

    @staticmethod
    def started_now() -> Clock:
        return Clock(time.perf_counter(), time.thread_time())

    def seconds(self) -> float:
        """Wall time since the start."""
        return time.perf_counter() - self.wall

    def cpu_seconds(self) -> float:
        """Processor time of this thread since the start."""
        return time.thread_time() - self.cpu
