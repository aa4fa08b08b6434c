"""The SQLite file of a store: created, opened, checked, its errors translated."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kinroute.bench.source import damaged
from kinroute.errors import FormatError, InputError

APPLICATION = 0x4B52424E  # "KRBN"
VERSION = 2
_READABLE = (1, 2)
"""Version 1 has no hashes of instances and facts. It is read and written as it is."""
_BUSY_SECONDS = 60.0
"""How long to wait for another process that writes."""
_OUTSIDE = ("locked", "busy", "readonly", "unable to open", "disk I/O", "interrupted")
"""Words of SQLite's errors that say nothing about the file's content."""

_SCHEMA = f"""
CREATE TABLE runs (
    key TEXT PRIMARY KEY, instance TEXT NOT NULL, instance_digest TEXT NOT NULL,
    customers INTEGER NOT NULL, arm TEXT NOT NULL, settings TEXT NOT NULL, method TEXT NOT NULL,
    model TEXT, model_digest TEXT, granularity INTEGER, seed INTEGER NOT NULL,
    budget TEXT NOT NULL, code TEXT NOT NULL, cost REAL NOT NULL, feasible INTEGER NOT NULL,
    routes TEXT NOT NULL, iterations INTEGER NOT NULL, restarts INTEGER NOT NULL,
    seconds REAL NOT NULL, cpu_seconds REAL NOT NULL, inference_seconds REAL,
    stopped_by TEXT NOT NULL, worker TEXT NOT NULL, core INTEGER, finished TEXT NOT NULL,
    trace BLOB NOT NULL, digest TEXT NOT NULL
);
CREATE TABLE instances (
    digest TEXT PRIMARY KEY, name TEXT NOT NULL, customers INTEGER NOT NULL, best_known REAL,
    traits TEXT NOT NULL, row_digest TEXT NOT NULL
);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL, row_digest TEXT NOT NULL);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""


class Database:
    """An open SQLite file with the tables of a store.

    A file that is damaged, foreign or newer than this program is reported and never used.
    """

    def __init__(self, path: Path, *, must_exist: bool = False) -> None:
        self.path = path
        if must_exist and not (path.is_file() and path.stat().st_size):
            raise InputError(
                "there is no such store; `kinroute bench run` creates it", source=str(path)
            )
        if not path.parent.is_dir():
            raise InputError(f"there is no directory {path.parent}", source=str(path))
        self._is_read_only = must_exist and not os.access(path.parent, os.W_OK)
        with self._translated_errors():
            self._connection = sqlite3.connect(
                self._address(), uri=True, timeout=_BUSY_SECONDS, isolation_level=None
            )
            try:
                self._open_when_free()
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._connection.close()

    def _address(self) -> str:
        """SQLite's URI of the file; immutable where its folder cannot be written to."""
        address = self.path.resolve().as_uri()
        if not self._is_read_only:
            return address
        unmerged = self.path.with_name(f"{self.path.name}-wal")
        if unmerged.is_file() and unmerged.stat().st_size:
            raise InputError(
                "this folder is read-only, and the store was in use when it was copied\n"
                f"Copy it with {unmerged.name} to another folder.",
                source=str(self.path),
            )
        return f"{address}?immutable=1"

    def _open_when_free(self) -> None:
        """Open; SQLite does not always wait itself while another process changes the mode."""
        until = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                return self._open()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
            self._connection.rollback()
            time.sleep(0.01)

    def _open(self) -> None:
        run = self._connection.execute
        run(f"PRAGMA busy_timeout = {int(1000 * _BUSY_SECONDS)}")
        run("PRAGMA trusted_schema = OFF")
        run("PRAGMA cell_size_check = ON")
        run("BEGIN")  # read them at once: another process may be creating the store
        tables = run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        application = run("PRAGMA application_id").fetchone()[0]
        pages = run("PRAGMA page_count").fetchone()[0]
        run("COMMIT")
        if tables == 0 and application == 0 and pages <= 1:
            self._create()
        elif application != APPLICATION:
            raise FormatError("this is not the store of a campaign", source=str(self.path))
        self._require_readable()
        if not self._is_read_only:
            run("PRAGMA journal_mode = WAL")
            run("PRAGMA synchronous = FULL")

    def _require_readable(self) -> None:
        """Raise FormatError for a version that this program does not know, and for damage."""
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in _READABLE:
            known = " and ".join(map(str, _READABLE))
            raise FormatError(
                f"this store has version {version}, this program reads {known}\n"
                "Use the kinroute that wrote it, or a newer one.",
                source=str(self.path),
            )
        columns = {row[1] for row in self._connection.execute("PRAGMA table_info(facts)")}
        self._is_hashed = "row_digest" in columns
        if self._is_hashed != (version >= 2):
            raise sqlite3.DatabaseError("its tables are not those of its version")
        faults = [row[0] for row in self._connection.execute("PRAGMA integrity_check(3)")]
        if faults != ["ok"]:
            raise sqlite3.DatabaseError("; ".join(faults))

    def _create(self) -> None:
        """Create the tables, unless another process already has."""
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("BEGIN IMMEDIATE")
        if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            for statement in _SCHEMA.split(";"):
                self._connection.execute(statement)
        self._connection.execute("COMMIT")

    def _all(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._translated_errors():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Turn SQLite's errors into InputErrors that say what to do."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise _translated(error, self.path) from error


def _translated(error: sqlite3.DatabaseError, source: Path) -> InputError:
    text = str(error)
    if isinstance(error, sqlite3.OperationalError) and "full" in text:
        return InputError(
            "the disk is full\nStored runs are safe; free some space and repeat the command.",
            source=str(source),
        )
    if isinstance(error, sqlite3.OperationalError) and any(word in text for word in _OUTSIDE):
        return InputError(f"cannot use the store: {text}", source=str(source))
    return damaged(text, source)
