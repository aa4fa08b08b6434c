"""What is asked of the jobs of a service."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kinroute.studio.service.database import opened
from kinroute.studio.service.problems import not_found

State = Literal["queued", "running", "done", "cancelled", "failed"]
FINAL: tuple[State, ...] = ("done", "cancelled", "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to a job."""

    number: int
    kind: str
    """"state" or "improvement"."""
    data: dict[str, Any]


Row = dict[str, Any]
"""A job as the database has it, without trace and result."""

COLUMNS = (
    "number, id, state, created, started, finished, name, customers, request, warnings, digest, "
    "key, client, deaths, restarts, is_cancelled, cost, feasible, iterations, problem"
)


class JobQueries:
    """All jobs, to be read; every method is one transaction, and may be called from any thread."""

    def __init__(self, path: Path) -> None:
        self._connection = opened(path)
        self._lock = threading.RLock()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def get(self, job: str) -> Row:
        """A job by its id; raises `ProblemError` where there is none."""
        with self._transaction() as run:
            row = run(f"SELECT {COLUMNS} FROM jobs WHERE id = ?", (job,)).fetchone()
        if row is None:
            raise not_found("there is no such job; it may have expired")
        return plain_row(row)

    def result(self, job: str) -> str | None:
        """The result of a job as JSON; None where it has none."""
        with self._transaction() as run:
            row = run("SELECT result FROM jobs WHERE id = ?", (job,)).fetchone()
        return None if row is None else row["result"]

    def trace(self, job: str) -> list[dict[str, Any]]:
        """The improvements of a job: all of them when it has ended, those reported before."""
        with self._transaction() as run:
            row = run("SELECT trace FROM jobs WHERE id = ?", (job,)).fetchone()
            if row is not None and row["trace"] is not None:
                return list(json.loads(row["trace"]))
            rows = run(
                "SELECT data FROM events WHERE job = ? AND kind = 'improvement' AND number > "
                "(SELECT max(number) FROM events WHERE job = ? AND kind = 'state') ORDER BY number",
                (job, job),
            )
            return [json.loads(row["data"]) for row in rows]

    def page(self, state: State | None, before: str | None, limit: int) -> list[Row]:
        """Jobs from the newest on, those submitted before the job `before`."""
        with self._transaction() as run:
            number = 2**62
            if before is not None:
                row = run("SELECT number FROM jobs WHERE id = ?", (before,)).fetchone()
                if row is None:
                    raise not_found("there is no job of the page token; begin with the first page")
                number = row["number"]
            rows = run(
                f"SELECT {COLUMNS} FROM jobs WHERE number < ? AND (? IS NULL OR state = ?) "
                "ORDER BY number DESC LIMIT ?",
                (number, state, state, limit),
            ).fetchall()
        return [plain_row(row) for row in rows]

    def counts(self) -> dict[str, int]:
        """The number of jobs in each state."""
        with self._transaction() as run:
            rows = run("SELECT state, count(*) AS jobs FROM jobs GROUP BY state").fetchall()
        return {row["state"]: row["jobs"] for row in rows}

    def events(self, job: str, after: int) -> list[Event]:
        """What happened to a job after an event."""
        query = "SELECT number, kind, data FROM events WHERE job = ? AND number > ? ORDER BY number"
        with self._transaction() as run:
            rows = run(query, (job, after)).fetchall()
        return [
            Event(number=row["number"], kind=row["kind"], data=json.loads(row["data"]))
            for row in rows
        ]

    def ids(self) -> set[str]:
        """The ids of all jobs."""
        with self._transaction() as run:
            return {row["id"] for row in run("SELECT id FROM jobs")}

    @contextmanager
    def _transaction(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        with self._lock:
            if self._connection.in_transaction:  # of the method that called this one
                yield self._connection.execute
                return
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection.execute
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")


def plain_row(row: Any) -> Row:
    values = dict(row)
    for name in ("request", "warnings", "problem"):
        if isinstance(values.get(name), str):
            values[name] = json.loads(values[name])
    for name in ("feasible", "is_cancelled"):
        values[name] = None if values[name] is None else bool(values[name])
    return values
