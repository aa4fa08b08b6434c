"""The running parts of a service, and how they begin and end."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from kinroute.search.cores import available_cores
from kinroute.studio.service.changes import Changes
from kinroute.studio.service.children import Helpers
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.jobs import Jobs
from kinroute.studio.service.metrics import Metrics
from kinroute.studio.service.queries import Row
from kinroute.studio.service.reading import Submission
from kinroute.studio.service.settings import Settings
from kinroute.studio.service.submission import Reception
from kinroute.studio.service.workers import Executor, LocalExecutor, Workers

log = logging.getLogger("kinroute")

_EXPIRY_SECONDS = 60.0


@dataclass(slots=True, kw_only=True)
class Service:
    """All parts of one running service."""

    settings: Settings
    folder: Folder
    jobs: Jobs
    changes: Changes
    helpers: Helpers
    workers: Workers
    reception: Reception
    metrics: Metrics

    async def rendered(self, row: Row, result: str, suffix: str) -> bytes:
        """A stored result in the format of a suffix."""
        target = self.folder.exports / f"{secrets.token_hex(16)}{suffix}"
        sent = row["request"]
        submission = Submission.of_request(self.folder.upload(row["id"]), sent)
        try:
            await self.helpers.answer(
                {
                    "kind": "render",
                    "submission": submission.as_dict(),
                    "result": result,
                    "target": str(target),
                    "most_customers": max(row["customers"], self.settings.limits.customers),
                    "most_seconds": sent["seconds"],
                }
            )
            return await asyncio.to_thread(target.read_bytes)
        finally:
            with suppress(OSError):
                target.unlink()

    def expire(self) -> None:
        """Delete what was kept long enough."""
        for job in self.jobs.expire(self.settings.keep_seconds):
            self.folder.discard(job)
            log.info("job %s: expired", job)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Service]:
    """A service that takes and runs jobs inside the block.

    What ran when the server was killed runs again; what runs at the end of the block goes back to
    the queue.
    """
    folder = Folder(settings.folder)
    folder.create()
    with folder.locked():
        jobs = Jobs(folder.database, settings.limits)
        try:
            jobs.recover()
            folder.discard_uploads(jobs.ids())
            async with (
                _executors(settings, folder) as executors,
                _parts(settings, folder, jobs, executors) as service,
            ):
                yield service
        finally:
            jobs.close()


@asynccontextmanager
async def _parts(
    settings: Settings, folder: Folder, jobs: Jobs, executors: list[Executor]
) -> AsyncIterator[Service]:
    changes = Changes()
    jobs.on_change = changes.notify
    helpers = Helpers(folder, settings.limits)
    metrics = Metrics()
    workers = Workers(jobs, executors, metrics.ended)
    service = Service(
        settings=settings,
        folder=folder,
        jobs=jobs,
        changes=changes,
        helpers=helpers,
        workers=workers,
        reception=Reception(jobs=jobs, folder=folder, helpers=helpers, limits=settings.limits),
        metrics=metrics,
    )
    workers.start()
    expiry = asyncio.create_task(_expire_often(service))
    try:
        yield service
    finally:
        expiry.cancel()
        changes.close()
        await workers.close()
        await helpers.close()


@asynccontextmanager
async def _executors(settings: Settings, folder: Folder) -> AsyncIterator[list[Executor]]:
    """Where jobs run: processes of this machine, or a cluster."""
    if settings.cluster is None:
        count = settings.workers or len(available_cores())
        yield [LocalExecutor(settings, folder) for _ in range(count)]
        return
    from kinroute.studio.service.cluster import cluster_executors

    opened = cluster_executors(settings.cluster, settings.workers, folder)
    found = await asyncio.to_thread(opened.__enter__)
    try:
        yield list(found)
    finally:
        await asyncio.to_thread(opened.__exit__, None, None, None)


async def _expire_often(service: Service) -> None:
    while True:
        await asyncio.to_thread(service.expire)
        await asyncio.sleep(min(_EXPIRY_SECONDS, service.settings.keep_seconds))
