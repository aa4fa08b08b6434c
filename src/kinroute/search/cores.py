"""The processor cores that this process may use."""

from __future__ import annotations

import os
import sys


def available_cores() -> set[int]:
    """Their numbers; fewer than the machine has where the system restricts this process."""
    if sys.platform == "linux":
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))
