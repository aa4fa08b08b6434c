"""Heat on disk, under keys of its content, so that a network runs once per instance.

The folder is KINROUTE_CACHE, or `kinroute/heat` in the user's cache folder (XDG_CACHE_HOME, or
~/.cache). Every entry is a file of its own, written whole or not at all; the least recently used
ones are deleted beyond 2 GiB.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from kinroute.errors import InputError, RelatednessError
from kinroute.io.archives import ArchiveError, read_arrays
from kinroute.io.atomic import replacing
from kinroute.relatedness.heat import Heat
from kinroute.relatedness.neighbours import Neighbours

log = logging.getLogger("kinroute")

MOST_BYTES = 2 * 2**30
_NAME = re.compile(r"[0-9a-f]{32}\.npz")
_PRUNED = "08"
"""Keys below it, one in 32, are those whose writing looks at the size of the folder."""


def cache_folder() -> Path:
    """Where heat is kept."""
    if chosen := os.environ.get("KINROUTE_CACHE"):
        return Path(chosen)
    above = os.environ.get("XDG_CACHE_HOME")
    return (Path(above) if above else Path.home() / ".cache") / "kinroute" / "heat"


def heat_key(*parts: str) -> str:
    """A hash of everything that heat and its time depend on."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


class HeatCache:
    """The heat in a folder; one that cannot be used holds nothing."""

    def __init__(self, folder: Path | None = None, *, most_bytes: int = MOST_BYTES) -> None:
        self.folder = cache_folder() if folder is None else folder
        self._most = most_bytes

    def get(self, key: str, k: int) -> Heat | None:
        """The heat under a key, where it has lists of k customers; None otherwise."""
        path = self._path(key)
        try:
            heat = _read(path)
        except FileNotFoundError:
            return None
        except (OSError, ArchiveError, RelatednessError, KeyError, ValueError) as error:
            log.warning("%s is damaged and not used: %s", path, error)
            return None
        with suppress(OSError):
            os.utime(path)
        return heat if heat.width >= min(k, len(heat.lists.ids) - 1) else None

    def put(self, key: str, heat: Heat) -> None:
        """Keep heat; where that fails it is computed again another time."""
        scores = heat.lists.scores
        arrays: dict[str, Any] = {
            "ids": heat.lists.ids,
            "about": np.array([heat.width, heat.wall, heat.cpu], np.float64),
        } | ({} if scores is None else {"scores": np.asarray(scores, np.float32)})
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with replacing(self._path(key)) as beside, open(beside, "wb") as file:
                np.savez(file, **arrays)
        except (OSError, InputError) as error:
            log.warning("heat is not kept in %s: %s", self.folder, error)
            return
        if key < _PRUNED:
            self.prune()

    def clear(self) -> int:
        """Delete all entries; return their number."""
        return sum(_deleted(path) for path in self._entries())

    def size(self) -> tuple[int, int]:
        """The number of entries and their bytes."""
        sizes = [size for _, size, _ in self._by_age()]
        return len(sizes), sum(sizes)

    def prune(self) -> None:
        """Delete the least recently used entries beyond the limit."""
        left = self._most
        for _, size, path in sorted(self._by_age(), reverse=True):
            left -= size
            if left < 0:
                _deleted(path)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.npz"

    def _entries(self) -> list[Path]:
        """Files that are named like keys; others are left alone."""
        if not self.folder.is_dir():
            return []
        return [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]

    def _by_age(self) -> list[tuple[int, int, Path]]:
        found = []
        for path in self._entries():
            with suppress(OSError):  # deleted by another process
                about = path.stat()
                found.append((about.st_mtime_ns, about.st_size, path))
        return found


def _read(path: Path) -> Heat:
    arrays: dict[str, Any] = read_arrays(path.read_bytes(), lambda names: names)
    width, wall, cpu = arrays["about"].tolist()
    lists = Neighbours(arrays["ids"], arrays.get("scores"))
    return Heat(lists=lists, width=int(width), wall=float(wall), cpu=float(cpu))


def _deleted(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
