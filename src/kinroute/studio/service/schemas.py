"""What responses look like."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.queries import Row, State


class ProblemDetails(BaseModel):
    """An error, as RFC 9457 has it; `detail` is in the words of the command line."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="A name for programs, such as urn:kinroute:problem:too-large.")
    title: str
    status: int
    detail: str
    source: str | None = Field(default=None, description="The file that the error is about.")
    place: str | None = Field(default=None, description="The place in it, such as row 14.")
    remedy: str | None = None
    limit: float | None = Field(default=None, description="The limit that was exceeded.")


class ImprovementOfJob(BaseModel):
    """A better feasible solution."""

    time: float = Field(description="Seconds since the search began.")
    cost: float
    iterations: int


class JobSummary(BaseModel):
    """A job, as lists have it."""

    id: str = Field(pattern="^[0-9a-f]{32}$")
    state: State
    name: str = Field(description="Of the instance.")
    customers: int
    options: SearchOptions
    created: datetime
    started: datetime | None
    finished: datetime | None
    expires: datetime | None = Field(description="When the job and its result are deleted.")
    cost: float | None = Field(
        description="Of the best feasible solution so far, or of the result."
    )
    feasible: bool | None
    iterations: int | None
    has_result: bool
    problem: ProblemDetails | None = Field(description="Why it failed.")


class Job(JobSummary):
    """A job with all that is known of it."""

    warnings: list[str] = Field(
        description="What is probably a mistake in the input, and what became of a start."
    )
    trace: list[ImprovementOfJob]
    formats: list[str] = Field(description="The suffixes under which the result is there.")


class JobPage(BaseModel):
    """Some of the jobs, from the newest on."""

    jobs: list[JobSummary]
    next: str | None = Field(description="The value of `before` for the next page.")


class Health(BaseModel):
    """Whether the service works."""

    status: str
    version: str


def summary_of(row: Row, keep_seconds: float) -> dict[str, Any]:
    """A row of the database as a JobSummary."""
    finished = row["finished"]
    return {
        **{name: row[name] for name in ("id", "state", "name", "customers", "cost", "feasible")},
        **{name: row[name] for name in ("iterations", "problem")},
        "options": row["request"]["options"],
        "created": _date(row["created"]),
        "started": _date(row["started"]),
        "finished": _date(finished),
        "expires": None if finished is None else _date(finished + keep_seconds),
        "has_result": finished is not None and row["feasible"] is not None,
    }


def _date(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(round(seconds, 3), UTC)
