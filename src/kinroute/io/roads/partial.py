"""Blocks of a matrix that were fetched already, in a file beside the output."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinroute.errors import InputError
from kinroute.io.roads.engines import Table
from kinroute.problem.geometry import FloatArray

_SCHEMA = """
    CREATE TABLE IF NOT EXISTS request (key TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS block (
        row INTEGER, column INTEGER, distances BLOB, durations BLOB, offsets BLOB,
        PRIMARY KEY (row, column)
    );
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialMatrix:
    """A SQLite file of blocks: each is there whole, or not at all."""

    path: Path
    database: sqlite3.Connection

    def blocks(self) -> set[tuple[int, int]]:
        """The row and column of the blocks that are there."""
        return set(self.database.execute("SELECT row, column FROM block"))

    def add(self, at: tuple[int, int], table: Table) -> None:
        """Keep a block."""
        parts = (table.distances, table.durations, table.offsets)
        blobs = [part.astype("<f8").tobytes() for part in parts]
        with self.database:
            self.database.execute("INSERT OR REPLACE INTO block VALUES (?,?,?,?,?)", (*at, *blobs))

    def tables(self) -> Iterator[tuple[tuple[int, int], Table]]:
        """All blocks with their places."""
        for row, column, *blobs in self.database.execute("SELECT * FROM block"):
            distances, durations, offsets = (_array(blob) for blob in blobs)
            shape = (len(offsets), -1)
            table = Table(
                distances=distances.reshape(shape),
                durations=durations.reshape(shape),
                offsets=offsets,
            )
            yield (row, column), table


@contextmanager
def partial_matrix(path: Path, key: str) -> Iterator[PartialMatrix]:
    """Open the file of a request, which `key` identifies; one of another request is emptied.

    Raises InputError where the file is something else, or cannot be written.
    """
    try:
        database = sqlite3.connect(path)
        try:
            database.executescript(_SCHEMA)
            if database.execute("SELECT key FROM request").fetchall() != [(key,)]:
                with database:
                    database.execute("DELETE FROM block")
                    database.execute("DELETE FROM request")
                    database.execute("INSERT INTO request VALUES (?)", (key,))
            yield PartialMatrix(path=path, database=database)
        finally:
            database.close()
    except sqlite3.Error as error:
        raise InputError(
            f"cannot keep what was fetched in {path}: {error}\nRemove the file, and try again."
        ) from None


def _array(blob: bytes) -> FloatArray:
    return np.frombuffer(blob, "<f8").astype(np.float64)
