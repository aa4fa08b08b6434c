"""Runs the jobs of the queue, so many at once, each in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from kinroute.studio.service.children import ChildDiedError, ChildProcess
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.jobs import Jobs
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.queries import Row
from kinroute.studio.service.reading import Submission
from kinroute.studio.service.settings import Settings

log = logging.getLogger("kinroute")

_GRACE_SECONDS = 60.0
"""How long a job may take beyond twice its budget: to be read, checked and sent back."""
_CANCEL_SECONDS = 20.0
"""How long a cancelled job may take to end by itself, with the best solution so far."""
_PAUSE_SECONDS = 1.0
"""Between two tries to start a process that does not start."""


class Executor(Protocol):
    """Where jobs run."""

    async def execute(self, row: Row, jobs: Jobs) -> Any:
        """Run a job; raises `ProblemError`, or ChildDiedError where it should be tried again."""

    async def cancel(self, job: str) -> None:
        """End the job, with its best solution so far."""

    async def prepare(self) -> None:
        """Do what should not take the first job's time."""

    async def close(self) -> None:
        """End what runs, without a result."""


@dataclass(slots=True)
class LocalExecutor:
    """One process of this machine."""

    settings: Settings
    folder: Folder
    _child: ChildProcess | None = None
    _cancelled: str | None = None

    async def execute(self, row: Row, jobs: Jobs) -> Any:
        """Run a job; a process that takes far longer than the budget counts as dead."""
        child = await self._ready_child()
        task = task_of(row, self.folder, self.settings)
        seconds = 2 * row["request"]["seconds"] + _GRACE_SECONDS
        if self._cancelled == row["id"]:
            raise cancelled_early()

        async def improve(found: dict[str, Any]) -> None:
            await asyncio.to_thread(jobs.improve, row["id"], found)

        try:
            return await asyncio.wait_for(child.answer(task, improve), seconds)
        except TimeoutError:
            await child.end()
            raise ChildDiedError from None

    async def cancel(self, job: str) -> None:
        """Tell the process to stop; one that does not is killed."""
        self._cancelled = job
        child = self._child
        if child is not None and child.is_alive:
            await child.send({"kind": "cancel", "job": job})
            await asyncio.sleep(_CANCEL_SECONDS)
            await child.end()

    async def prepare(self) -> None:
        """Start the process, so that the first job does not wait for it."""
        with suppress(ChildDiedError):  # the first job reports it
            await self._ready_child()

    async def _ready_child(self) -> ChildProcess:
        if self._child is None or not self._child.is_alive:
            self._child = await ChildProcess.started("worker", self.folder, self.settings.limits)
        return self._child

    async def close(self) -> None:
        """Kill the process."""
        if self._child is not None:
            await self._child.end()


def task_of(row: Row, folder: Folder, settings: Settings) -> dict[str, Any]:
    """A job as the task of a process."""
    sent = row["request"]
    submission = Submission.of_request(folder.upload(row["id"]), sent)
    return {
        "kind": "solve",
        "job": row["id"],
        "submission": submission.as_dict(),
        "most_customers": max(settings.limits.customers, row["customers"]),
        "most_seconds": sent["seconds"],
    }


def cancelled_early() -> ProblemError:
    """A job that is cancelled before its search begins has no result."""
    return ProblemError(409, "cancelled", "The job was cancelled", "cancelled before it began")


@dataclass(slots=True)
class Workers:
    """As many slots as jobs may run at once; each takes the next job when it is free."""

    jobs: Jobs
    executors: list[Executor]
    on_end: Callable[[Row], None] = lambda row: None
    """Called with every job that a worker is done with."""
    running: dict[str, Executor] = field(default_factory=dict)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _cancelling: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def start(self) -> None:
        """Begin to take jobs."""
        self._tasks = [asyncio.create_task(self._slot(executor)) for executor in self.executors]

    def wake(self) -> None:
        """There may be a new job, or one to cancel."""
        self._wake.set()

    def cancel(self, job: str) -> None:
        """End a running job."""
        executor = self.running.get(job)
        if executor is not None and job not in self._cancelling:
            self._cancelling[job] = asyncio.create_task(executor.cancel(job))

    async def close(self) -> None:
        """Stop; jobs that run go back to the queue."""
        for task in (*self._tasks, *self._cancelling.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for executor in self.executors:
            await executor.close()
        for job in list(self.running):
            self.jobs.put_back(job)
        self.running.clear()

    async def _slot(self, executor: Executor) -> None:
        await executor.prepare()
        while True:
            row = await asyncio.to_thread(self.jobs.claim)
            if row is None:
                self._wake.clear()
                # A job that came between the two lines above has set the event again, or is
                # found within a second.
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), 1.0)
                continue
            await self._run(row, executor)

    async def _run(self, row: Row, executor: Executor) -> None:
        job, began = row["id"], time.monotonic()
        self.running[job] = executor
        try:
            if (await asyncio.to_thread(self.jobs.get, job))["is_cancelled"]:
                raise cancelled_early()  # between its claim and this line
            result = await executor.execute(row, self.jobs)
            ended = await asyncio.to_thread(self.jobs.finish, job, result)
        except ProblemError as problem:
            ended = await asyncio.to_thread(self.jobs.fail, job, problem)
        except ChildDiedError:
            ended = await asyncio.to_thread(self.jobs.worker_died, job)
            await asyncio.sleep(_PAUSE_SECONDS if ended["deaths"] > 1 else 0)
        del self.running[job]
        if (cancelling := self._cancelling.pop(job, None)) is not None:
            cancelling.cancel()
        self.on_end(ended)
        log.info("job %s: %s after %.1f s", job, ended["state"], time.monotonic() - began)
