"""One core for one run: whoever holds a core's lock file has it to himself.

The lock belongs to the open file, so it is free again however its holder ended, and it holds
between all processes of a machine, whoever started them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def available_cores() -> set[int]:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))


@contextmanager
def own_core() -> Iterator[int | None]:
    """Pin this thread to a free core while the block runs; None where every core is taken.

    Not every system can pin; there it is always None.
    """
    allowed = available_cores()
    taken = _locked(sorted(allowed)) if hasattr(os, "sched_setaffinity") else None
    if taken is None:
        yield None
        return
    core, lock = taken
    try:
        os.sched_setaffinity(0, {core})
        yield core
    finally:
        os.sched_setaffinity(0, allowed)
        os.close(lock)


def _locked(cores: list[int]) -> tuple[int, int] | None:
    import fcntl

    folder = Path(tempfile.gettempdir()) / f"kinroute-cores-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for core in cores:
        lock = os.open(folder / str(core), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            return core, lock
    return None
