"""The result of a run as one row of the store."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass, fields
from typing import Any

from kinroute.bench.plan import Run
from kinroute.errors import InternalError
from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A finished run, in plain values; the fields are the columns of the store."""

    key: str
    instance: str
    instance_digest: str
    customers: int
    arm: str
    """The label."""
    settings: str
    """The content of the arm, as JSON."""
    method: str
    model: str | None
    model_digest: str | None
    granularity: int | None
    seed: int
    budget: str
    code: str
    """The build id."""
    cost: float
    feasible: bool
    routes: str
    """Customers of each route, as JSON."""
    iterations: int
    restarts: int
    seconds: float
    cpu_seconds: float
    inference_seconds: float | None
    """The inference time, where the arm has a model."""
    stopped_by: str
    worker: str
    core: int | None
    """The core that the run was pinned to; None where none was free."""
    finished: str
    """The time it finished, in UTC."""
    trace: bytes

    @property
    def digest(self) -> str:
        """A hash of all fields, stored with them to detect damage."""
        digest = hashlib.sha256()
        for value in astuple(self):
            digest.update(value if isinstance(value, bytes) else _text(value).encode())
            digest.update(b"\0")
        return digest.hexdigest()[:16]


def _text(value: Any) -> str:
    """The value as text, the same before and after it was stored."""
    return repr(float(value)) if isinstance(value, float) else repr(value)


COLUMNS = tuple(field.name for field in fields(Record))


def verify(record: Record, run: Run) -> None:
    """Raise InternalError unless the independent check confirms cost and feasibility."""
    verify_on(record, run.entry.instance)


def verify_on(record: Record, instance: Instance) -> None:
    """Raise InternalError unless the independent check confirms a run on that instance."""
    verdict = check(instance, Solution(json.loads(record.routes)))
    if verdict.feasible != record.feasible or verdict.cost != record.cost:
        raise InternalError(
            f"{record.instance}, {record.arm}, seed {record.seed}: the worker reports cost "
            f"{record.cost}, feasible {record.feasible}; the check finds {verdict}"
        )


def record_of(row: tuple[Any, ...]) -> Record:
    """The record of a row of the store."""
    values = dict(zip(COLUMNS, row, strict=True))
    values["feasible"] = bool(values["feasible"])
    return Record(**values)
