import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kinroute.studio.service.children import ChildDiedError
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.jobs import Jobs
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.queries import Row
from kinroute.studio.service.settings import Limits, Settings
from kinroute.studio.service.workers import Workers, task_of
from tests.studio.service.made_up import RESULT, jobs_in, new_job


class Scripted:
    """An executor that does what a test says, and counts what runs at once."""

    def __init__(self, act: Callable[[Row], Any]) -> None:
        self.act, self.cancelled = act, asyncio.Event()
        self.most = self.now = 0

    async def prepare(self) -> None:
        pass

    async def execute(self, row: Row, jobs: Jobs) -> Any:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(0)
            result = self.act(row)
            if result == "wait":
                await self.cancelled.wait()
                return RESULT
            return result
        finally:
            self.now -= 1

    async def cancel(self, job: str) -> None:
        self.cancelled.set()

    async def close(self) -> None:
        pass


def raises(error: Exception) -> Callable[[Row], Any]:
    def act(row: Row) -> Any:
        raise error

    return act


async def ended(jobs: Jobs, job: str) -> Row:
    for _ in range(2000):
        if (row := jobs.get(job))["finished"] is not None:
            return row
        await asyncio.sleep(0.005)
    raise AssertionError(row)


@pytest.mark.parametrize(
    ("act", "state"),
    [
        (lambda row: RESULT, "done"),
        (raises(ProblemError(422, "bad", "Bad", "it is bad")), "failed"),
        (raises(ChildDiedError()), "failed"),
    ],
)
def test_a_job_ends_as_its_executor_says(
    tmp_path: Path, act: Callable[[Row], Any], state: str
) -> None:
    async def check() -> None:
        with closing(jobs_in(tmp_path, tries=2)) as jobs:
            told: list[str] = []
            workers = Workers(jobs, [Scripted(act)], lambda row: told.append(row["state"]))
            workers.start()
            job = jobs.add(new_job(1))[0]["id"]
            workers.wake()
            assert (await ended(jobs, job))["state"] == state
            while workers.running:
                await asyncio.sleep(0.005)
            await workers.close()
            assert told[-1] == state
            assert workers.running == {}

    asyncio.run(check())


def test_a_slot_runs_one_job_at_a_time(tmp_path: Path) -> None:
    async def check() -> None:
        with closing(jobs_in(tmp_path)) as jobs:
            executors = [Scripted(lambda row: RESULT) for _ in range(2)]
            workers = Workers(jobs, list(executors))
            ids = [jobs.add(new_job(number))[0]["id"] for number in range(20)]
            workers.start()
            for job in ids:
                assert (await ended(jobs, job))["state"] == "done"
            await workers.close()
            assert [executor.most for executor in executors] == [1, 1]

    asyncio.run(check())


def test_a_cancelled_job_ends_and_a_stopped_one_goes_back(tmp_path: Path) -> None:
    async def check() -> None:
        with closing(jobs_in(tmp_path)) as jobs:
            workers = Workers(jobs, [Scripted(lambda row: "wait")])
            workers.start()
            job = jobs.add(new_job(1))[0]["id"]
            workers.wake()
            while job not in workers.running:
                await asyncio.sleep(0.005)
            jobs.cancel(job)
            workers.cancel(job)
            workers.cancel(job)
            assert (await ended(jobs, job))["state"] == "cancelled"
            other = Workers(jobs, [Scripted(lambda row: "wait")])
            await workers.close()
            second = jobs.add(new_job(2))[0]["id"]
            other.start()
            while second not in other.running:
                await asyncio.sleep(0.005)
            await other.close()
            assert jobs.get(second)["state"] == "queued"

    asyncio.run(check())


def test_a_task_has_what_a_process_needs(tmp_path: Path) -> None:
    with closing(jobs_in(tmp_path)) as jobs:
        row = jobs.add(new_job(1))[0]
        task = task_of(row, Folder(tmp_path), Settings(limits=Limits(customers=50)))
    assert task["submission"]["path"] == str(tmp_path / "uploads" / row["id"])
    assert (task["kind"], task["most_customers"], task["most_seconds"]) == ("solve", 50, 1.0)
