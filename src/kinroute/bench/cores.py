"""Pins every run to a core of its own, by one lock file per core.

A lock is released by the operating system however its holder ends, and it holds between all
processes of a machine.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kinroute.bench.optional_imports import optional_import
from kinroute.search.cores import available_cores

if TYPE_CHECKING:
    from filelock import BaseFileLock


@contextmanager
def own_core() -> Iterator[int | None]:
    """Pin this thread to a free core inside the block; None where every core is taken.

    On other systems than Linux it is always None.
    """
    allowed = available_cores()
    taken = _locked(sorted(allowed))
    if taken is None or sys.platform != "linux":
        yield None
        return
    core, lock = taken
    try:
        os.sched_setaffinity(0, {core})
        yield core
    finally:
        os.sched_setaffinity(0, allowed)
        lock.release()


def _locked(cores: list[int]) -> tuple[int, BaseFileLock] | None:
    if sys.platform != "linux":
        return None
    filelock = optional_import("filelock")
    folder = Path(tempfile.gettempdir()) / f"kinroute-cores-{os.getuid()}"
    if not _is_own(folder):
        return None
    for core in cores:
        lock = filelock.FileLock(folder / f"{core}", blocking=False, mode=0o600)
        with suppress(filelock.Timeout):
            lock.acquire()
            return core, lock
    return None


def _is_own(folder: Path) -> bool:
    """Whether only this user can write to the folder; it is created where it is missing."""
    if sys.platform == "win32":
        return False
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid():
            folder.chmod(0o700)
            return True
    return False
