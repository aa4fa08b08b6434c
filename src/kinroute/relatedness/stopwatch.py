"""The time that inference takes, whatever else the machine does."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

_SCHEDULED = Path("/proc/thread-self/schedstat")
"""Of Linux: nanoseconds on a processor, and ready to run while others had it."""


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """The start of a measurement on this thread."""

    wall: float
    crowded_out: float

    @staticmethod
    def started_now() -> Stopwatch:
        return Stopwatch(time.perf_counter(), crowded_out())

    def seconds(self) -> float:
        """Wall time, waiting included, without what this thread was kept from running by others.

        A function that waits for a server or a GPU is charged for that. The load of the machine is
        not its own: it would be charged to the network and not to the search, which has its
        processor time.
        """
        wall = time.perf_counter() - self.wall
        return max(0.0, wall - (crowded_out() - self.crowded_out))


def crowded_out() -> float:
    """Seconds in which this thread was ready while others had the processors; 0 if unknown."""
    try:
        return int(_SCHEDULED.read_text(encoding="ascii").split()[1]) * 1e-9
    except (OSError, ValueError, IndexError):
        return 0.0
