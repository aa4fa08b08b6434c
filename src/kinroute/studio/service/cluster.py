"""Jobs on the workers of a Dask cluster, instead of processes of this machine; the extra `bench`.

Dask itself begins a job anew on another worker when it loses one. Where that was a broken
connection, the job may run twice for a moment; only one result is stored.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kinroute.bench.build_id import build_id
from kinroute.bench.cluster import connected
from kinroute.bench.stop_sign import StopSign, raise_sign
from kinroute.errors import InputError
from kinroute.studio.service.children import ChildDiedError
from kinroute.studio.service.execution import solve_job
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.jobs import Jobs
from kinroute.studio.service.problems import ProblemError, input_problem
from kinroute.studio.service.queries import Row
from kinroute.studio.service.reading import Submission

if TYPE_CHECKING:
    from distributed import Client

_TOPIC = "kinroute-improvement"


@contextmanager
def cluster_executors(
    address: str, workers: int | None, folder: Folder
) -> Iterator[list[ClusterExecutor]]:
    """One executor per job that may run at once: so many, or as many as the cluster has threads.

    Raises ConfigError where no scheduler responds.
    """
    with connected(scheduler=address) as client:
        count = workers or max(1, sum(client.nthreads().values()))
        reports = _Reports(client)
        yield [ClusterExecutor(client, folder, reports) for _ in range(count)]


class _Reports:
    """Hands what workers report to whoever waits for the job; called by a thread of Dask."""

    def __init__(self, client: Client) -> None:
        self._targets: dict[str, tuple[Jobs, asyncio.AbstractEventLoop]] = {}
        client.subscribe_topic(_TOPIC, self._receive)

    def expect(self, job: str, jobs: Jobs) -> None:
        self._targets[job] = jobs, asyncio.get_running_loop()

    def forget(self, job: str) -> None:
        self._targets.pop(job, None)

    def _receive(self, event: tuple[float, dict[str, Any]]) -> None:
        _, message = event
        if (target := self._targets.get(message["job"])) is not None:
            jobs, loop = target
            with suppress(RuntimeError):  # the server stops
                loop.run_in_executor(None, jobs.improve, message["job"], message["value"])


@dataclass(slots=True)
class ClusterExecutor:
    """One job at a time on a cluster."""

    client: Client
    folder: Folder
    reports: _Reports

    async def prepare(self) -> None:
        """Nothing: the cluster is there."""

    async def execute(self, row: Row, jobs: Jobs) -> Any:
        """Run a job on whichever worker is free."""
        job, sent = row["id"], row["request"]
        self.reports.expect(job, jobs)
        submission = Submission.of_request(self.folder.upload(job), sent)
        content = await asyncio.to_thread(_content, submission)
        key = f"kinroute-{job}-{row['deaths']}-{row['restarts']}-{time.time_ns()}"
        limits = {"most_customers": row["customers"] + 1, "most_seconds": sent["seconds"]}
        future = await asyncio.to_thread(
            self.client.submit,
            execute_on_worker,
            *(job, content, submission.as_request(), limits, build_id()),
            key=key,
            pure=False,
        )
        try:
            answer = await asyncio.to_thread(future.result)
        except Exception as error:
            raise ChildDiedError(type(error).__name__) from None
        finally:
            self.reports.forget(job)
            with suppress(Exception):
                future.release()
        if "problem" in answer:
            raise ProblemError.from_dict(answer["problem"])
        return answer["value"]

    async def cancel(self, job: str) -> None:
        """Tell the worker to stop."""
        await asyncio.to_thread(raise_sign, self.client, _cancel_name(job))

    async def close(self) -> None:
        """Nothing: when the client is gone, the scheduler drops its tasks, and they stop."""


def execute_on_worker(
    job: str,
    content: dict[str, bytes],
    request: dict[str, Any],
    limits: dict[str, Any],
    build: str,
) -> dict[str, Any]:
    """Solve a job in a worker of a cluster; returns its result, or its problem."""
    from distributed import get_worker

    worker = get_worker()
    if build_id() != build:
        text = f"a worker of the cluster has kinroute {build_id()}, the service {build}"
        return {"problem": ProblemError(500, "other-build", "Builds differ", text).as_dict()}
    with tempfile.TemporaryDirectory(prefix="kinroute-") as folder:
        submission = Submission.of_request(Path(folder) / "upload", request)
        for name, part in content.items():
            path = submission.path_of(name) if name else submission.path
            path.write_bytes(part)
        try:
            value = solve_job(
                submission,
                **limits,
                report=lambda found: worker.log_event(_TOPIC, {"job": job, "value": found}),
                should_stop=StopSign(_cancel_name(job)),
            )
        except ProblemError as problem:
            return {"problem": problem.as_dict()}
        except InputError as error:
            return {"problem": input_problem(error).as_dict()}
    return {"value": value}


def _content(submission: Submission) -> dict[str, bytes]:
    """The files of a submission by their fields; the instance has the empty name."""
    beside = {name: submission.path_of(name).read_bytes() for name in submission.beside}
    return {"": submission.path.read_bytes(), **beside}


def _cancel_name(job: str) -> str:
    return f"kinroute-cancel-{job}"
