"""The paths of the service."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.routing import APIRoute
from starlette.responses import HTMLResponse, JSONResponse, StreamingResponse

import kinroute
from kinroute.solution.export import FORMATS
from kinroute.studio.service import metrics
from kinroute.studio.service.events import is_last, stream
from kinroute.studio.service.openapi import EXPORTS, JOB_REQUEST, may_fail
from kinroute.studio.service.page import page
from kinroute.studio.service.problems import not_found, too_many
from kinroute.studio.service.queries import State
from kinroute.studio.service.schemas import Health, Job, JobPage, JobSummary, summary_of
from kinroute.studio.service.security import PREFIX
from kinroute.studio.service.service import Service

router = APIRouter()
JobId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="The id of a job.")]


def methods_of(path: str) -> list[str]:
    """The methods that a path has."""
    found = (route for route in router.routes if isinstance(route, APIRoute))
    return sorted(
        method for route in found if route.path_regex.match(path) for method in route.methods or ()
    )


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _job(service: Service, job: str) -> dict[str, Any]:
    """All that is known of a job."""
    row = service.jobs.get(job)
    summary = summary_of(row, service.settings.keep_seconds)
    return summary | {
        "warnings": row["warnings"],
        "trace": service.jobs.trace(job),
        "formats": row["request"]["formats"] if summary["has_result"] else [],
    }


@router.post(
    "/jobs",
    status_code=202,
    response_model=Job,
    response_description="The job, which waits or runs.",
    tags=["jobs"],
    openapi_extra=JOB_REQUEST,
    responses={
        200: {"model": Job, "description": "The job that has this key already."},
        **may_fail(400, 408, 409, 413, 415, 422, 429),
    },
)
async def submit(
    request: Request,
    idempotency_key: Annotated[
        str | None,
        Header(
            pattern="^[!-~]{1,200}$",
            description="The same key and content give the same job, however often they are sent.",
        ),
    ] = None,
) -> Response:
    """Submit an instance: as JSON, or as a file in a form."""
    service = _service(request)
    row, is_new = await service.reception.take(request, idempotency_key)
    if is_new:
        service.metrics.submitted()
        service.workers.wake()
    job = await asyncio.to_thread(_job, service, row["id"])
    return JSONResponse(
        Job(**job).model_dump(mode="json"),
        202 if is_new else 200,
        {"Location": f"{PREFIX}/jobs/{row['id']}"},
    )


@router.get(
    "/jobs",
    response_model=JobPage,
    response_description="Jobs, and where the next page begins.",
    tags=["jobs"],
    responses=may_fail(404, 422),
)
def jobs(
    request: Request,
    state: Annotated[State | None, Query(description="Only jobs in this state.")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="Jobs on a page.")] = 50,
    before: Annotated[
        str | None,
        Query(pattern="^[0-9a-f]{32}$", description="The `next` of the page before."),
    ] = None,
) -> dict[str, Any]:
    """List jobs, the newest first."""
    service = _service(request)
    rows = service.jobs.page(state, before, limit + 1)
    return {
        "jobs": [summary_of(row, service.settings.keep_seconds) for row in rows[:limit]],
        "next": rows[limit - 1]["id"] if len(rows) > limit else None,
    }


@router.get(
    "/jobs/{job}",
    response_model=Job,
    response_description="The job.",
    tags=["jobs"],
    responses=may_fail(404, 422),
)
def job(request: Request, job: JobId) -> dict[str, Any]:
    """Show a job: its state, the best cost so far and every improvement."""
    return _job(_service(request), job)


@router.post(
    "/jobs/{job}/cancel",
    response_model=JobSummary,
    response_description="The job; a running one ends within moments.",
    tags=["jobs"],
    responses=may_fail(404, 422),
)
async def cancel(request: Request, job: JobId) -> dict[str, Any]:
    """End a job; the best solution so far is its result. A job that has ended stays as it is."""
    service = _service(request)
    row = await asyncio.to_thread(service.jobs.cancel, job)
    service.workers.cancel(job)
    return summary_of(row, service.settings.keep_seconds)


@router.delete(
    "/jobs/{job}",
    status_code=204,
    response_description="The job is deleted.",
    tags=["jobs"],
    responses=may_fail(404, 409, 422),
)
def delete(request: Request, job: JobId) -> None:
    """Delete a job that has ended, with its input and its result."""
    service = _service(request)
    service.jobs.delete(job)
    service.folder.discard(job)


@router.get(
    "/jobs/{job}/events",
    tags=["jobs"],
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "Events `state` and `improvement`, each with a number as its id; the "
            "stream ends with the last state.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        204: {"description": "The job has ended, and the client has its last event."},
        **may_fail(404, 422, 429),
    },
)
async def events(
    request: Request,
    job: JobId,
    last_event_id: Annotated[
        int | None,
        Header(
            ge=0,
            lt=2**53,
            description="The id of the last event that the client has; the stream goes on from it.",
        ),
    ] = None,
) -> Response:
    """Follow a job: server-sent events of its states and improvements, live."""
    service = _service(request)
    await asyncio.to_thread(service.jobs.get, job)
    after = last_event_id or 0
    seen = await asyncio.to_thread(service.jobs.events, job, 0)
    if is_last(seen[-1]) and seen[-1].number <= after:
        return Response(status_code=204)
    most = service.settings.limits.followers
    if service.changes.followers >= most:
        raise too_many("too many clients follow jobs", most, retry_after=5)
    return StreamingResponse(
        stream(service.jobs, service.changes, job, after),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


@router.get(
    "/jobs/{job}/result{suffix}",
    tags=["jobs"],
    response_class=Response,
    responses={
        200: {"description": "The result in the format of the suffix.", "content": EXPORTS},
        **may_fail(404, 422),
    },
)
async def result(
    request: Request,
    job: JobId,
    suffix: Annotated[
        Literal[tuple(FORMATS)],  # type: ignore[valid-type]
        Path(description="The export format, by its suffix."),
    ],
) -> Response:
    """Fetch the result of a job in any export format, as `kinroute solve -o` writes it."""
    service = _service(request)
    row = await asyncio.to_thread(service.jobs.get, job)
    text = await asyncio.to_thread(service.jobs.result, job)
    if text is None:
        raise not_found(f"the job is {row['state']} and has no result")
    headers = {"Content-Disposition": _attachment(row["name"], suffix)}
    content = await service.rendered(row, text, suffix)
    return Response(content, media_type=media_type(suffix), headers=headers)


def media_type(suffix: str) -> str:
    """The media type of an export format."""
    return next(kind for kind, known in _MEDIA_TYPES.items() if suffix in known)


_MEDIA_TYPES = {
    "application/json": (".json",),
    "text/csv": (".csv",),
    "text/html": (".html",),
    "application/pdf": (".pdf",),
    "image/png": (".png",),
    "image/svg+xml": (".svg",),
    "application/geo+json": (".geojson",),
    "application/gpx+xml": (".gpx",),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": (".xlsx",),
    "text/plain": (".sol",),
}


def _attachment(name: str, suffix: str) -> str:
    """Results are saved, not shown: a page among them must not act as a page of this service."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name)[:80] or "result"
    return f"attachment; filename=\"{plain}{suffix}\"; filename*=UTF-8''{quote(name[:80])}{suffix}"


@router.get(
    "/health/live", response_model=Health, response_description="It does.", tags=["service"]
)
def live() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "live", "version": kinroute.__version__}


@router.get(
    "/health/ready", response_model=Health, response_description="They are.", tags=["service"]
)
def ready(request: Request) -> dict[str, str]:
    """Say that jobs are taken: the queue can be read and workers run."""
    _service(request).jobs.counts()
    return {"status": "ready", "version": kinroute.__version__}


@router.get(
    "/metrics",
    tags=["service"],
    response_class=Response,
    response_description="Counters, gauges and histograms.",
    responses={200: {"content": {metrics.MEDIA_TYPE: {"schema": {"type": "string"}}}}},
)
def figures(request: Request) -> Response:
    """Show metrics in the format of Prometheus."""
    service = _service(request)
    text = service.metrics.text(service.jobs.counts(), service.changes.followers)
    return Response(text, media_type=metrics.MEDIA_TYPE)


@router.get("/docs", include_in_schema=False)
def documentation(request: Request) -> Response:
    """Show the OpenAPI document as a page."""
    return HTMLResponse(page(request.app.openapi()))
