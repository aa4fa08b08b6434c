"""The jobs of a service: queue, progress and results, in SQLite."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kinroute.studio.service.database import opened
from kinroute.studio.service.problems import ProblemError, not_found, too_many
from kinroute.studio.service.settings import Limits

State = Literal["queued", "running", "done", "cancelled", "failed"]
FINAL: tuple[State, ...] = ("done", "cancelled", "failed")
_MOST_RESTARTS = 10
"""How often a job is begun anew because the server itself ended."""
_RETRY_AFTER = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """What is known of a job when it is submitted."""

    id: str
    name: str
    customers: int
    request: dict[str, Any]
    """The task for a worker, in plain values."""
    warnings: list[str]
    digest: str
    """Of all that the client sent."""
    client: str
    key: str | None = None
    """The client's Idempotency-Key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to a job."""

    number: int
    kind: str
    """"state" or "improvement"."""
    data: dict[str, Any]


Row = dict[str, Any]
"""A job as the database has it, without trace and result."""

_COLUMNS = (
    "number, id, state, created, started, finished, name, customers, request, warnings, digest, "
    "key, client, deaths, restarts, is_cancelled, cost, feasible, iterations, problem"
)


class Jobs:
    """All jobs; every method is one transaction, and may be called from any thread.

    `on_change` is called with the id of a job after it has changed.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        self._connection = opened(path)
        self._lock = threading.RLock()
        self._limits = limits
        self.on_change: Callable[[str], None] = lambda job: None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def add(self, new: NewJob) -> tuple[Row, bool]:
        """Put a job into the queue; also return whether it is new.

        A job with the same key and content is returned instead. Raises `ProblemError` for a key
        with another content, and where the queue is full.
        """
        with self._transaction() as run:
            if new.key is not None and (known := self._with_key(new.key, new.digest)) is not None:
                return known, False
            self._require_room(new.client)
            run(
                "INSERT INTO jobs (id, state, created, name, customers, request, warnings, digest, "
                "key, client) VALUES (?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(new.id, time.time(), new.name, new.customers, json.dumps(new.request)),
                    *(json.dumps(new.warnings), new.digest, new.key, new.client),
                ),
            )
            self._add_event(new.id, "state", {"state": "queued"})
        self.on_change(new.id)
        return self.get(new.id), True

    def with_key(self, key: str, digest: str) -> Row | None:
        """The job that was submitted with a key; raises `ProblemError` for another content."""
        with self._transaction():
            return self._with_key(key, digest)

    def require_room(self, client: str) -> None:
        """Raise `ProblemError` where no further job of a client is taken now."""
        with self._transaction():
            self._require_room(client)

    def get(self, job: str) -> Row:
        """A job by its id; raises `ProblemError` where there is none."""
        with self._transaction() as run:
            row = run(f"SELECT {_COLUMNS} FROM jobs WHERE id = ?", (job,)).fetchone()
        if row is None:
            raise not_found("there is no such job; it may have expired")
        return _plain(row)

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
                f"SELECT {_COLUMNS} FROM jobs WHERE number < ? AND (? IS NULL OR state = ?) "
                "ORDER BY number DESC LIMIT ?",
                (number, state, state, limit),
            ).fetchall()
        return [_plain(row) for row in rows]

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

    def claim(self) -> Row | None:
        """Take the job that has waited longest; it is running from now on."""
        with self._transaction() as run:
            query = "SELECT id FROM jobs WHERE state = 'queued' ORDER BY number LIMIT 1"
            row = run(query).fetchone()
            if row is None:
                return None
            job = row["id"]
            run("UPDATE jobs SET state = 'running', started = ? WHERE id = ?", (time.time(), job))
            self._add_event(job, "state", {"state": "running"})
        self.on_change(job)
        return self.get(job)

    def improve(self, job: str, improvement: dict[str, Any]) -> None:
        """Note a better solution of a running job."""
        with self._transaction() as run:
            changed = run(
                "UPDATE jobs SET cost = ?, feasible = 1, iterations = ? "
                "WHERE id = ? AND state = 'running'",
                (improvement["cost"], improvement["iterations"], job),
            )
            if changed.rowcount:
                self._add_event(job, "improvement", improvement)
        self.on_change(job)

    def finish(self, job: str, result: dict[str, Any]) -> Row:
        """Store the result of a running job: done, or cancelled where that was requested."""
        with self._transaction() as run:
            row = self._running(job)
            if row is None:
                return self.get(job)
            state = "cancelled" if row["is_cancelled"] else "done"
            run(
                "UPDATE jobs SET state = ?, finished = ?, cost = ?, feasible = ?, iterations = ?, "
                "trace = ?, result = ? WHERE id = ?",
                (
                    *(state, time.time(), result["cost"], result["feasible"]),
                    *(result["iterations"], json.dumps(result["trace"])),
                    *(json.dumps(result, allow_nan=False), job),
                ),
            )
            about = {name: result[name] for name in ("cost", "feasible", "iterations")}
            self._add_event(job, "state", {"state": state, **about})
        self.on_change(job)
        return self.get(job)

    def fail(self, job: str, problem: ProblemError) -> Row:
        """End a job that has no result."""
        with self._transaction():
            row = self._running(job)
            if row is not None and row["is_cancelled"]:
                self._end(job, "cancelled", None)
            elif row is not None:
                self._end(job, "failed", problem)
        self.on_change(job)
        return self.get(job)

    def worker_died(self, job: str) -> Row:
        """Put a job back whose worker died; after too many tries it has failed."""
        with self._transaction() as run:
            row = self._running(job)
            if row is not None:
                run("UPDATE jobs SET deaths = deaths + 1 WHERE id = ?", (job,))
                if row["is_cancelled"]:
                    self._end(job, "cancelled", None)
                elif row["deaths"] + 1 >= self._limits.tries:
                    self._end(job, "failed", _died(self._limits.tries))
                else:
                    self._put_back(job)
        self.on_change(job)
        return self.get(job)

    def put_back(self, job: str) -> None:
        """Put a running job back into the queue, as the server stops."""
        with self._transaction():
            row = self._running(job)
            if row is not None and row["is_cancelled"]:
                self._end(job, "cancelled", None)
            elif row is not None:
                self._put_back(job)
        self.on_change(job)

    def recover(self) -> None:
        """Put back what ran when the server was killed."""
        with self._transaction() as run:
            for row in run("SELECT * FROM jobs WHERE state = 'running'").fetchall():
                run("UPDATE jobs SET restarts = restarts + 1 WHERE id = ?", (row["id"],))
                if row["is_cancelled"]:
                    self._end(row["id"], "cancelled", None)
                elif row["restarts"] + 1 >= _MOST_RESTARTS:
                    self._end(row["id"], "failed", _restarted())
                else:
                    self._put_back(row["id"])

    def cancel(self, job: str) -> Row:
        """Request the end of a job; one that has ended stays as it is."""
        row = self.get(job)
        with self._transaction() as run:
            row = _plain(run("SELECT * FROM jobs WHERE id = ?", (job,)).fetchone() or row)
            if row["state"] == "queued":
                self._end(job, "cancelled", None)
            elif row["state"] == "running":
                run("UPDATE jobs SET is_cancelled = 1 WHERE id = ?", (job,))
        self.on_change(job)
        return self.get(job)

    def delete(self, job: str) -> None:
        """Forget a job that has ended; raises `ProblemError` for others."""
        if self.get(job)["state"] not in FINAL:
            raise ProblemError(
                409,
                "not-finished",
                "The job has not ended",
                "a job that waits or runs cannot be deleted; cancel it first",
            )
        with self._transaction() as run:
            run("DELETE FROM jobs WHERE id = ?", (job,))
        self.on_change(job)

    def expire(self, seconds: float) -> list[str]:
        """Forget what ended so long ago; return the ids."""
        query = "DELETE FROM jobs WHERE finished < ? RETURNING id"
        with self._transaction() as run:
            return [row["id"] for row in run(query, (time.time() - seconds,)).fetchall()]

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

    def _with_key(self, key: str, digest: str) -> Row | None:
        query = f"SELECT {_COLUMNS} FROM jobs WHERE key = ?"
        row = self._connection.execute(query, (key,)).fetchone()
        if row is None:
            return None
        if row["digest"] != digest:
            raise ProblemError(
                409,
                "key-used",
                "The Idempotency-Key belongs to another request",
                f"the key {key!r} was used with another content; use a new key for a new job",
            )
        return _plain(row)

    def _require_room(self, client: str) -> None:
        run, limits = self._connection.execute, self._limits
        waiting = run("SELECT count(*) FROM jobs WHERE state = 'queued'").fetchone()[0]
        if waiting >= limits.queue:
            text = f"{waiting} jobs wait already"
            raise too_many(text, limits.queue, retry_after=_RETRY_AFTER)
        query = "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND client = ?"
        own = run(query, (client,)).fetchone()[0]
        if own >= limits.client_jobs:
            text = f"{own} jobs of this client wait or run already"
            raise too_many(text, limits.client_jobs, retry_after=_RETRY_AFTER)

    def _running(self, job: str) -> sqlite3.Row | None:
        query = "SELECT * FROM jobs WHERE id = ? AND state = 'running'"
        found: sqlite3.Row | None = self._connection.execute(query, (job,)).fetchone()
        return found

    def _put_back(self, job: str) -> None:
        self._connection.execute(
            "UPDATE jobs SET state = 'queued', started = NULL, cost = NULL, feasible = NULL, "
            "iterations = NULL WHERE id = ?",
            (job,),
        )
        self._add_event(job, "state", {"state": "queued"})

    def _end(self, job: str, state: State, problem: ProblemError | None) -> None:
        text = None if problem is None else json.dumps(problem.as_dict())
        self._connection.execute(
            "UPDATE jobs SET state = ?, finished = ?, problem = ?, cost = NULL, feasible = NULL, "
            "iterations = NULL WHERE id = ?",
            (state, time.time(), text, job),
        )
        more = {} if problem is None else {"problem": problem.as_dict()}
        self._add_event(job, "state", {"state": state, **more})

    def _add_event(self, job: str, kind: str, data: dict[str, Any]) -> None:
        about = {**data, "at": round(time.time(), 3)} if kind == "state" else data
        self._connection.execute(
            "INSERT INTO events SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM events "
            "WHERE job = ?",
            (job, kind, json.dumps(about), job),
        )


def _plain(row: Any) -> Row:
    values = dict(row)
    for name in ("request", "warnings", "problem"):
        if isinstance(values.get(name), str):
            values[name] = json.loads(values[name])
    for name in ("feasible", "is_cancelled"):
        values[name] = None if values[name] is None else bool(values[name])
    return values


def _died(tries: int) -> ProblemError:
    return ProblemError(
        500,
        "worker-died",
        "The worker died",
        f"the process that solved it died {tries} times; it may need more memory than there is",
    )


def _restarted() -> ProblemError:
    return ProblemError(
        500,
        "server-died",
        "The server died",
        f"the server ended {_MOST_RESTARTS} times while it ran",
    )
