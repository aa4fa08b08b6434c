"""Stores that are damaged anywhere."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from kinroute.bench.record import COLUMNS, Record, record_of

Damage = Callable[[bytes, random.Random], bytes]


def flipped(content: bytes, rng: random.Random) -> bytes:
    """A single bit, anywhere."""
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def overwritten(content: bytes, rng: random.Random) -> bytes:
    at, size = rng.randrange(len(content)), rng.choice((4, 60, 1000, 9000))
    return content[:at] + rng.randbytes(min(size, len(content) - at)) + content[at + size :]


def zeroed(content: bytes, rng: random.Random) -> bytes:
    page = 4096 * rng.randrange(len(content) // 4096)
    return content[:page] + bytes(4096) + content[page + 4096 :]


def truncated(content: bytes, rng: random.Random) -> bytes:
    end = rng.randrange(1, len(content))
    return content[: end - end % 4096 if rng.random() < 0.5 and end > 4096 else end]


def header(content: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(100)
    return content[:at] + rng.randbytes(rng.choice((1, 1, 4))) + content[at + 1 :]


def prolonged(content: bytes, rng: random.Random) -> bytes:
    return content + rng.randbytes(rng.choice((1, 4096)))


DAMAGES: tuple[Damage, ...] = (flipped, overwritten, zeroed, truncated, header, prolonged)


def copied(store: Path, folder: Path) -> Path:
    """The store with its log in another folder."""
    for path in store.parent.glob(f"{store.name}*"):
        if not path.name.endswith("-shm"):
            shutil.copy(path, folder)
    return folder / store.name


def readable(store: Path, folder: Path, rows: int) -> set[str]:
    """The keys of the runs that SQLite still reads and that match their hashes."""
    copy, found = copied(store, folder), set()
    for number in range(1, rows + 1):
        record = _row(copy, number)
        if record is not None:
            found.add(record.key)
    return found


def _row(path: Path, number: int) -> Record | None:
    file = sqlite3.connect(path)
    try:
        names = ", ".join((*COLUMNS, "digest"))
        row = file.execute(f"SELECT {names} FROM runs WHERE rowid = ?", (number,)).fetchone()
        if row is None or record_of(row[:-1]).digest != row[-1]:
            return None
        return record_of(row[:-1])
    except (sqlite3.Error, OverflowError):
        return None
    finally:
        file.close()
