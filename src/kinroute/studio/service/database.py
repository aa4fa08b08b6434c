"""The SQLite file of a service, and how it is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from kinroute.errors import FormatError, InputError

_APPLICATION = 0x4B525356  # "KRSV"
_VERSION = 1
_BUSY_SECONDS = 30.0

_SCHEMA = """
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL,
    created REAL NOT NULL, started REAL, finished REAL, name TEXT NOT NULL,
    customers INTEGER NOT NULL, request TEXT NOT NULL, warnings TEXT NOT NULL,
    digest TEXT NOT NULL, key TEXT UNIQUE, client TEXT NOT NULL, deaths INTEGER NOT NULL DEFAULT 0,
    restarts INTEGER NOT NULL DEFAULT 0, is_cancelled INTEGER NOT NULL DEFAULT 0,
    cost REAL, feasible INTEGER, iterations INTEGER, problem TEXT, trace TEXT, result TEXT
);
CREATE INDEX jobs_by_state ON jobs (state, number);
CREATE TABLE events (
    job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    kind TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (job, number)
) WITHOUT ROWID;
"""


def opened(path: Path) -> sqlite3.Connection:
    """Open the database, created where it is missing.

    A finished job is on the disk when its transaction ends (WAL, synchronous FULL). Raises
    `FormatError` for a file that is damaged, or of another program.
    """
    try:
        connection = sqlite3.connect(
            path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
    except sqlite3.OperationalError as error:
        raise InputError(f"cannot open the jobs: {error}", source=str(path)) from None
    connection.row_factory = sqlite3.Row
    try:
        _prepare(connection, path)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise FormatError(
            f"the jobs cannot be used: {error}\nMove the file away, or use another --folder.",
            source=str(path),
        ) from None
    except FormatError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    run = connection.execute
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        run(f"PRAGMA {setting}").fetchone()
    run("PRAGMA trusted_schema = OFF")
    if run("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0:
        run("BEGIN IMMEDIATE")
        for statement in _SCHEMA.strip().split(";"):
            run(statement)
        run(f"PRAGMA application_id = {_APPLICATION}")
        run(f"PRAGMA user_version = {_VERSION}")
        run("COMMIT")
    application = run("PRAGMA application_id").fetchone()[0]
    version = run("PRAGMA user_version").fetchone()[0]
    if application != _APPLICATION:
        raise FormatError("this is no file of a service", source=str(path))
    if version != _VERSION:
        raise FormatError(
            f"these jobs have version {version}, this program reads {_VERSION}\n"
            "Use the kinroute that wrote them, or another --folder.",
            source=str(path),
        )
    faults = [row[0] for row in run("PRAGMA quick_check(3)")]
    if faults != ["ok"]:
        raise sqlite3.DatabaseError("; ".join(faults))
