"""What is kept of a run: one row of the store."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass, fields
from typing import Any

from kinroute.bench.plan import Run
from kinroute.errors import InternalError
from kinroute.solution import Solution
from kinroute.solution.check import check


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A run that is done, in plain values."""

    key: str
    instance: str
    instance_digest: str
    customers: int
    arm: str
    """The label."""
    settings: str
    """What the arm is, as JSON."""
    method: str
    model: str | None
    model_digest: str | None
    granularity: int | None
    seed: int
    budget: str
    code: str
    cost: float
    feasible: bool
    routes: str
    """Customers of each route, as JSON."""
    iterations: int
    restarts: int
    seconds: float
    cpu_seconds: float
    inference_seconds: float | None
    """How long the model took, where it was timed."""
    stopped_by: str
    worker: str
    core: int | None
    """The core that the run had to itself; None where there was none free."""
    finished: str
    """When, in UTC."""
    trace: bytes

    @property
    def digest(self) -> str:
        """A hash of all of it, kept beside it, so that damage does not go unseen."""
        digest = hashlib.sha256()
        for value in astuple(self):
            digest.update(value if isinstance(value, bytes) else _spelled(value).encode())
            digest.update(b"\0")
        return digest.hexdigest()[:16]


def _spelled(value: Any) -> str:
    """The value in one spelling, before the store and after it."""
    return repr(float(value)) if isinstance(value, float) else repr(value)


COLUMNS = tuple(field.name for field in fields(Record))


def require_true(record: Record, run: Run) -> None:
    """Raise InternalError unless the independent check agrees with what the worker says."""
    verdict = check(run.entry.instance, Solution(json.loads(record.routes)))
    if verdict.feasible != record.feasible or verdict.cost != record.cost:
        raise InternalError(
            f"{record.instance}, {record.arm}, seed {record.seed}: the worker says cost "
            f"{record.cost}, feasible {record.feasible}; the check says {verdict}"
        )


def record_of(row: tuple[Any, ...]) -> Record:
    """The record of a row of the store."""
    values = dict(zip(COLUMNS, row, strict=True))
    values["feasible"] = bool(values["feasible"])
    return Record(**values)
