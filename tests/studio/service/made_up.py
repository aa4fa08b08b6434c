"""Jobs that no client sent."""

from pathlib import Path
from typing import Any

from kinroute.studio.service.jobs import Jobs, NewJob
from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.settings import Limits

RESULT: dict[str, Any] = {
    "cost": 7.5,
    "feasible": True,
    "iterations": 12,
    "trace": [{"time": 0.1, "cost": 7.5, "iterations": 3}],
    "text": '{"cost": 7.5}',
}


def new_job(
    number: int, *, key: str | None = None, client: str = "here", digest: str = "d"
) -> NewJob:
    return NewJob(
        id=f"{number:032x}",
        name=f"instance {number}",
        customers=3,
        request={
            "label": None,
            "form": None,
            "options": SearchOptions().model_dump(),
            "formats": [".sol"],
            "seconds": 1.0,
        },
        warnings=["odd"],
        digest=digest,
        client=client,
        key=key,
    )


def jobs_in(folder: Path, **limits: Any) -> Jobs:
    return Jobs(folder / "jobs.sqlite", Limits(**limits))
