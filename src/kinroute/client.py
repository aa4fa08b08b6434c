"""A client of the HTTP service (`kinroute serve`); needs nothing but the standard library.

from kinroute.client import Client

client = Client("http://127.0.0.1:8765")
job = client.submit("stops.csv", capacity=250, speed=30, seconds=20)
for event in client.follow(job):
    print(event.kind, event.data)
client.write(job, "plan.html")
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import IO, Any, Literal, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from kinroute import errors
from kinroute.errors import ConfigError, InputError, ServiceError
from kinroute.io.atomic import write_bytes
from kinroute.io.event_stream import streamed_events
from kinroute.io.forms import FormFile, form_body
from kinroute.io.json_instance import instance_value
from kinroute.io.text import read_bytes
from kinroute.problem.instance import Instance
from kinroute.solution.result import Improvement

__all__ = ["Client", "Event", "Job"]

State = Literal["queued", "running", "done", "cancelled", "failed"]
_FINAL = ("done", "cancelled", "failed")
_PREFIX = "/api/v1"
_STREAM_SECONDS = 60.0
"""The service sends something at least every 15 s."""
_RECONNECTS = 10
"""Failures in a row after which a stream is given up."""
_ERRORS: dict[str, type[InputError]] = {
    "unreadable": errors.FormatError,
    "impossible": errors.ImpossibleError,
    "invalid-options": ConfigError,
    "over-limit": ConfigError,
    "no-token": ConfigError,
    "wrong-host": ConfigError,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as the service last described it."""

    id: str
    state: State
    name: str
    customers: int
    options: Mapping[str, Any]
    created: datetime
    started: datetime | None
    finished: datetime | None
    expires: datetime | None
    cost: float | None
    """Of the best feasible solution so far, or of the result."""
    feasible: bool | None
    iterations: int | None
    has_result: bool
    problem: str | None
    """Why it failed."""
    warnings: tuple[str, ...] = ()
    trace: tuple[Improvement, ...] = ()
    formats: tuple[str, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether it has ended, with a result or without."""
        return self.state in _FINAL


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a job."""

    number: int
    kind: str
    """"state" or "improvement"."""
    data: Mapping[str, Any]


class Client:
    """A service at an address, such as http://127.0.0.1:8765.

    Invalid input raises what `kinroute.read` and `kinroute.solve` raise; a service that is busy,
    out of reach or failed raises `kinroute.errors.ServiceError`. `timeout` is in seconds.
    """

    def __init__(self, url: str, token: str | None = None, *, timeout: float = 60.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ConfigError(f"{url!r} is no address of a service; use http://127.0.0.1:8765")
        self._base = url.rstrip("/").removesuffix(_PREFIX) + _PREFIX
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._timeout = timeout
        self._opener = _opener(parts.hostname or "")

    def submit(
        self,
        source: Instance | str | PathLike[str],
        *,
        key: str | None = None,
        heatmap: str | PathLike[str] | None = None,
        start: str | PathLike[str] | None = None,
        lock: str | Iterable[str] = (),
        **options: Any,
    ) -> Job:
        """Submit an instance, or a file that Kinroute reads, and return its job.

        `options` are those of `kinroute solve`: method, seed, seconds, threads and others; for a
        file also those of its reading, such as capacity. `heatmap` is the `.npz` file of scores,
        `start` a plan to start from (a `.sol`, or an export), `lock` what stays of it ("2" a route,
        "2:5" its first five stops). With a `key` of your own a job that is submitted again is not
        run twice.
        """
        given = {name: value for name, value in options.items() if value is not None}
        beside = {"heatmap": heatmap, "start": start}
        files = {name: _form_file(path) for name, path in beside.items() if path is not None}
        locks = [("lock", text) for text in ((lock,) if isinstance(lock, str) else lock)]
        if isinstance(source, Instance) and not files and not locks:
            body = json.dumps({"instance": instance_value(source), "options": given}).encode()
            kind = "application/json"
        else:
            files["file"] = _form_file(source)
            body, kind = form_body(files, given, locks)
        headers = {"Content-Type": kind, "Idempotency-Key": key or secrets.token_hex(16)}
        return _job(self._json("POST", "/jobs", body, headers))

    def jobs(self, state: State | None = None) -> Iterator[Job]:
        """All jobs, or those in a state, from the newest on."""
        query = {"limit": "100"} | ({} if state is None else {"state": state})
        while True:
            page = self._json("GET", f"/jobs?{urlencode(query)}")
            yield from map(_job, page["jobs"])
            if page["next"] is None:
                return
            query["before"] = page["next"]

    def job(self, job: Job | str) -> Job:
        """The present state of a job."""
        return _job(self._json("GET", _path(job)))

    def cancel(self, job: Job | str) -> Job:
        """End a job; its best solution so far becomes its result."""
        return _job(self._json("POST", f"{_path(job)}/cancel"))

    def delete(self, job: Job | str) -> None:
        """Delete a job that has ended."""
        self._bytes("DELETE", _path(job))

    def result(self, job: Job | str) -> dict[str, Any]:
        """The result of a job, as `kinroute solve --json` prints it."""
        found: dict[str, Any] = self._json("GET", f"{_path(job)}/result.json")
        return found

    def write(self, job: Job | str, path: str | PathLike[str]) -> None:
        """Write the result of a job in the format of the suffix, as `Result.write` does."""
        suffix = quote(Path(path).suffix.lower() or ".sol")
        write_bytes(path, self._bytes("GET", f"{_path(job)}/result{suffix}"))

    def wait(self, job: Job | str, *, timeout: float | None = None) -> Job:
        """Wait until a job has ended; raises `ServiceError` if it takes longer than `timeout`."""
        for _ in self.follow(job, timeout=timeout):
            pass
        return self.job(job)

    def follow(
        self, job: Job | str, *, after: int = 0, timeout: float | None = None
    ) -> Iterator[Event]:
        """What happens to a job, as it happens, until it has ended.

        Begins after the event of that number. Connects again where the connection is lost.
        """
        end = None if timeout is None else time.monotonic() + timeout
        failures = 0
        while True:
            try:
                for event in self._events(job, after, end):
                    after, failures = event.number, 0
                    yield event
                    if event.kind == "state" and event.data["state"] in _FINAL:
                        return
                if self.job(job).is_finished:
                    return
            except ServiceError as error:
                if error.status is not None and error.status < 500 and error.status != 429:
                    raise
                failures += 1
                is_late = end is not None and time.monotonic() > end
                if failures >= _RECONNECTS or is_late:
                    raise
                time.sleep(min(0.1 * 2**failures, 3.0))

    def _events(self, job: Job | str, after: int, end: float | None) -> Iterator[Event]:
        headers = {"Last-Event-ID": str(after)}
        left = _STREAM_SECONDS if end is None else min(_STREAM_SECONDS, end - time.monotonic())
        with self._opened("GET", f"{_path(job)}/events", None, headers, max(0.1, left)) as stream:
            for event in streamed_events(_lines(stream, end)):
                yield Event(int(event.id), event.kind, json.loads(event.data))

    def _json(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        return json.loads(self._bytes(method, path, body, headers))

    def _bytes(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        with self._opened(method, path, body, headers or {}, self._timeout) as response:
            try:
                return response.read()
            except OSError as error:
                raise _unreachable(self._base, error) from None

    def _opened(
        self,
        method: str,
        path: str,
        body: bytes | None,
        headers: Mapping[str, str],
        timeout: float,
    ) -> IO[bytes]:
        request = Request(
            self._base + path, data=body, method=method, headers={**self._headers, **headers}
        )
        try:
            response: IO[bytes] = self._opener.open(request, timeout=timeout)
        except HTTPError as error:
            with error:
                _raise_problem(error)
        except (URLError, OSError) as error:
            raise _unreachable(self._base, error) from None
        return response


class _NoRedirects(HTTPRedirectHandler):
    """A token is sent to the service that it is for, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _opener(host: str) -> OpenerDirector:
    is_here = host in ("localhost", "127.0.0.1", "::1")
    return build_opener(_NoRedirects, *([ProxyHandler({})] if is_here else []))


def _lines(stream: IO[bytes], end: float | None) -> Iterator[bytes]:
    try:
        for line in stream:
            yield line
            if end is not None and time.monotonic() > end:
                raise ServiceError("the job has not ended in time", status=408)
    except OSError as error:
        if end is not None and time.monotonic() > end:
            raise ServiceError("the job has not ended in time", status=408) from None
        raise ServiceError(f"the connection was lost: {error}") from None


def _form_file(source: Instance | str | PathLike[str]) -> FormFile:
    if isinstance(source, Instance):
        return FormFile("instance.json", json.dumps(instance_value(source)).encode())
    return FormFile(Path(source).name, read_bytes(source))


def _path(job: Job | str) -> str:
    return f"/jobs/{quote(job.id if isinstance(job, Job) else job, safe='')}"


def _job(values: dict[str, Any]) -> Job:
    dates = {
        name: values[name] and datetime.fromisoformat(values[name])
        for name in ("created", "started", "finished", "expires")
    }
    more = {
        "problem": values["problem"] and values["problem"]["detail"],
        "warnings": tuple(values.get("warnings", ())),
        "formats": tuple(values.get("formats", ())),
        "trace": tuple(
            Improvement(at["time"], at["cost"], at["iterations"]) for at in values.get("trace", ())
        ),
    }
    known = {name: values[name] for name in Job.__slots__ if name in values}
    return Job(**known | dates | more)


def _raise_problem(error: HTTPError) -> NoReturn:
    """Raise what the problem of a response stands for."""
    try:
        problem = json.loads(error.read())
        detail, code = str(problem["detail"]), str(problem["type"]).rpartition(":")[2]
    except (OSError, ValueError, KeyError, TypeError):
        raise ServiceError(
            f"the service responded with status {error.code}", status=error.code
        ) from None
    text = "\n".join(part for part in (detail, problem.get("remedy")) if part)
    if error.code in (429, 408) or error.code >= 500:
        after = error.headers.get("Retry-After")
        raise ServiceError(text, status=error.code, retry_after=float(after) if after else None)
    raise _ERRORS.get(code, InputError)(text)


def _unreachable(base: str, error: Exception) -> ServiceError:
    reason = getattr(error, "reason", None) or error
    return ServiceError(f"no service responds at {base}: {reason}\nStart one: kinroute serve")
