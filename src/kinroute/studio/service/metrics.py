"""Metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinroute.studio.service.queries import FINAL, Row

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_JOB_SECONDS = (1, 3, 10, 30, 60, 180, 600, 1800, 3600, 7200)
_STATES = ("queued", "running", *FINAL)


class Metrics:
    """The figures of one service, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        self._jobs = Gauge("kinroute_jobs", "Jobs by state", ["state"], registry=registry)
        self._followers = Gauge("kinroute_followers", "Open event streams", registry=registry)
        self._ended = Counter(
            "kinroute_jobs_ended", "Jobs that ended, by state", ["state"], registry=registry
        )
        self._submitted = Counter("kinroute_jobs_submitted", "Jobs submitted", registry=registry)
        self._deaths = Counter(
            "kinroute_worker_deaths", "Worker processes that died", registry=registry
        )
        self._seconds = Histogram(
            "kinroute_job_seconds", "Run time of jobs", buckets=_JOB_SECONDS, registry=registry
        )
        self._waited = Histogram(
            "kinroute_wait_seconds", "Time in the queue", buckets=_JOB_SECONDS, registry=registry
        )
        self._requests = Counter(
            "kinroute_http_requests", "Responses", ["method", "status"], registry=registry
        )

    def submitted(self) -> None:
        """A job was put into the queue."""
        self._submitted.inc()

    def ended(self, row: Row) -> None:
        """A worker is done with a job, which may be queued again."""
        if row["state"] == "queued":
            self._deaths.inc()
            return
        self._ended.labels(row["state"]).inc()
        if row["finished"] and row["started"]:
            self._seconds.observe(row["finished"] - row["started"])
            self._waited.observe(max(0.0, row["started"] - row["created"]))

    def responded(self, method: str, status: int) -> None:
        """A response was sent."""
        known = ("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH")
        self._requests.labels(method if method in known else "other", str(status)).inc()

    def text(self, counts: dict[str, int], followers: int) -> bytes:
        """All figures, with the present number of jobs in each state."""
        for state in _STATES:
            self._jobs.labels(state).set(counts.get(state, 0))
        self._followers.set(followers)
        return generate_latest(self._registry)


class CountedResponses:
    """Counts every response, as an ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                figures: Metrics = scope["app"].state.service.metrics
                figures.responded(scope["method"], message["status"])
            await send(message)

        await self._app(scope, receive, counted if scope["type"] == "http" else send)
