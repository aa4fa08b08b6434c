"""The jobs of a service: queue, progress and results, in SQLite."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinroute.studio.service.problems import ProblemError, too_many
from kinroute.studio.service.queries import COLUMNS, FINAL, JobQueries, Row, State, plain_row
from kinroute.studio.service.settings import Limits

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


class Jobs(JobQueries):
    """All jobs, and what changes them; every method is one transaction.

    `on_change` is called with the id of a job after it has changed.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        super().__init__(path)
        self._limits = limits
        self.on_change: Callable[[str], None] = lambda job: None

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
        """Store the result of a running job (`execution.summary`): it is done, or cancelled where
        that was requested."""
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
                    *(result["text"], job),
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
            row = plain_row(run("SELECT * FROM jobs WHERE id = ?", (job,)).fetchone() or row)
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

    def _with_key(self, key: str, digest: str) -> Row | None:
        query = f"SELECT {COLUMNS} FROM jobs WHERE key = ?"
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
        return plain_row(row)

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
