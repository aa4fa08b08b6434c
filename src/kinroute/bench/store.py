"""The results of a campaign in one SQLite file that loses nothing.

A run is written in a transaction of its own, synced to the disk. The key is unique, so a run that
two processes did is kept once. Every row carries a hash of itself; a file that is damaged, foreign
or newer than this program is reported and never used.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kinroute.bench.instances import Entry
from kinroute.bench.record import COLUMNS, Record, record_of
from kinroute.errors import FormatError, InputError

APPLICATION = 0x4B52424E  # "KRBN"
VERSION = 1
_PATIENCE = 60.0

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
    traits TEXT NOT NULL
);
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""


class Store:
    """An open store."""

    def __init__(self, path: Path, *, must_exist: bool = False) -> None:
        self.path = path
        if must_exist and not (path.is_file() and path.stat().st_size):
            raise InputError(
                "there is no such store; `kinroute bench run` makes it", source=str(path)
            )
        if not path.parent.is_dir():
            raise InputError(f"there is no directory {path.parent}", source=str(path))
        self._is_fixed = must_exist and not os.access(path.parent, os.W_OK)
        with self._explained():
            self._connection = sqlite3.connect(
                self._address(), uri=True, timeout=_PATIENCE, isolation_level=None
            )
            try:
                self._open_patiently()
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

    def keys(self) -> set[str]:
        """The keys of all runs that are done."""
        return {key for (key,) in self._all("SELECT key FROM runs")}

    def has(self, key: str) -> bool:
        """Whether a run is done, perhaps by another process."""
        return bool(self._all("SELECT 1 FROM runs WHERE key = ?", (key,)))

    def add(self, record: Record) -> bool:
        """Keep a run; return False where it was there already."""
        values = [*(getattr(record, name) for name in COLUMNS), record.digest]
        marks = ", ".join("?" * len(values))
        with self._explained():
            cursor = self._connection.execute(
                f"INSERT OR IGNORE INTO runs ({', '.join(COLUMNS)}, digest) VALUES ({marks})",
                values,
            )
        return cursor.rowcount == 1

    def records(self) -> list[Record]:
        """All runs, by instance, arm and seed; raises FormatError where a row is damaged."""
        rows = self._all(
            f"SELECT {', '.join(COLUMNS)}, digest FROM runs ORDER BY instance, arm, seed, key"
        )
        found = []
        for *values, digest in rows:
            record = record_of(tuple(values))
            if record.digest != digest:
                raise FormatError(
                    f"the run {record.key} ({record.instance}, {record.arm}) is damaged: it does "
                    "not match its own hash",
                    source=str(self.path),
                )
            found.append(record)
        return found

    def note_instances(self, entries: list[Entry], traits: dict[str, dict[str, Any]]) -> None:
        """Remember the instances as they are now, with their best known costs."""
        rows = [
            (e.digest, e.name, e.instance.customers, e.best_known, json.dumps(traits[e.digest]))
            for e in entries
        ]
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                "INSERT INTO instances VALUES (?, ?, ?, ?, ?) ON CONFLICT (digest) DO UPDATE SET "
                "best_known = excluded.best_known, traits = excluded.traits",
                rows,
            )
            self._connection.execute("COMMIT")

    def instances(self) -> dict[str, tuple[str, int, float | None, dict[str, Any]]]:
        """Name, customers, best known cost and traits of the instances, by digest."""
        rows = self._all("SELECT digest, name, customers, best_known, traits FROM instances")
        return {row[0]: (row[1], row[2], row[3], json.loads(row[4])) for row in rows}

    def note_fact(self, name: str, value: Any) -> None:
        """Remember something about the campaign."""
        with self._explained():
            self._connection.execute(
                "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET "
                "value = excluded.value",
                (name, json.dumps(value)),
            )

    def fact(self, name: str) -> Any:
        """What was remembered; None where nothing was."""
        rows = self._all("SELECT value FROM facts WHERE name = ?", (name,))
        return json.loads(rows[0][0]) if rows else None

    def _address(self) -> str:
        """SQLite's own name for the file; where nobody can write beside it, it is only read."""
        address = self.path.resolve().as_uri()
        if not self._is_fixed:
            return address
        unmerged = self.path.with_name(f"{self.path.name}-wal")
        if unmerged.is_file() and unmerged.stat().st_size:
            raise InputError(
                "this folder cannot be written, and the store was in use when it was copied\n"
                f"Copy it with {unmerged.name} to another folder.",
                source=str(self.path),
            )
        return f"{address}?immutable=1"

    def _open_patiently(self) -> None:
        """Open; SQLite does not always wait by itself while another process changes the mode."""
        until = time.monotonic() + _PATIENCE
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
        run(f"PRAGMA busy_timeout = {int(1000 * _PATIENCE)}")
        run("BEGIN")  # both at one moment: another process may just be making the store
        tables = run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        application = run("PRAGMA application_id").fetchone()[0]
        run("COMMIT")
        if tables == 0 and application == 0:
            self._create()
        elif application != APPLICATION:
            raise FormatError("this is no store of a campaign", source=str(self.path))
        version = run("PRAGMA user_version").fetchone()[0]
        if version != VERSION:
            raise FormatError(
                f"this store has version {version}, this program knows {VERSION}\n"
                "Use the kinroute that wrote it, or a newer one.",
                source=str(self.path),
            )
        if not self._is_fixed:
            run("PRAGMA journal_mode = WAL")
            run("PRAGMA synchronous = FULL")
        faults = [row[0] for row in run("PRAGMA integrity_check(3)")]
        if faults != ["ok"]:
            raise sqlite3.DatabaseError("; ".join(faults))

    def _create(self) -> None:
        """Make the tables, unless another process was quicker."""
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("BEGIN IMMEDIATE")
        if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
            for statement in _SCHEMA.split(";"):
                self._connection.execute(statement)
        self._connection.execute("COMMIT")

    def _all(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite complains of into what the user can do about it."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise _explanation(error, str(self.path)) from error


def _explanation(error: sqlite3.DatabaseError, source: str) -> InputError:
    text = str(error)
    if isinstance(error, sqlite3.OperationalError) and "full" in text:
        return InputError(
            "the disk is full\nWhat was stored is safe; make room, and run the same command again.",
            source=source,
        )
    if isinstance(error, sqlite3.OperationalError) and "malformed" not in text:
        return InputError(f"cannot use the store: {text}", source=source)
    return FormatError(
        f"the store is damaged: {text}\n"
        "Nothing of it is used. Restore a copy, or move it away and run the campaign again.",
        source=source,
    )
