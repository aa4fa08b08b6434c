"""Memory that a search leaves behind."""

from __future__ import annotations

import ctypes


def release_memory() -> None:
    """Give what is free back to the system; glibc keeps it for each thread that has searched."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library
        return
    trim(0)
