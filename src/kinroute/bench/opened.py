"""The runs at a path: a store, or a published table."""

from __future__ import annotations

from pathlib import Path

from kinroute.bench.published import SUFFIX, Published
from kinroute.bench.store import Store


def opened(path: Path) -> Store | Published:
    """The store or the Parquet file at a path, for reading; close it with `with`."""
    if path.suffix.lower() == SUFFIX:
        return Published(path)
    return Store(path, must_exist=True)
