"""The clock of one call: the time budget counts everything from the call on."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spent:
    """Wall time, and processor time of this thread."""

    wall: float = 0.0
    cpu: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(self.wall + other.wall, self.cpu + other.cpu)


@dataclass(frozen=True, slots=True)
class Clock:
    """The start of a call, in wall time and in processor time of this thread."""

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

    def spent(self) -> Spent:
        """Both since the start."""
        return Spent(self.seconds(), self.cpu_seconds())

    def without(self, spent: Spent) -> Clock:
        """A clock that does not count that time."""
        return Clock(self.wall + spent.wall, self.cpu + spent.cpu)

    def beside(self, spent: Spent) -> Clock:
        """A clock that also counts that time, which other threads spent."""
        return Clock(self.wall - spent.wall, self.cpu - spent.cpu)
