import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from kinroute.studio.service.jobs import Jobs
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.queries import FINAL
from tests.studio.service.made_up import RESULT, jobs_in, new_job

BAD = ProblemError(422, "bad", "Bad", "it is bad")


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Jobs]:
    with closing(jobs_in(tmp_path, queue=5, client_jobs=3)) as opened:
        yield opened


def states(jobs: Jobs, job: str) -> list[str]:
    return [event.data["state"] for event in jobs.events(job, 0) if event.kind == "state"]


def test_a_job_goes_from_the_queue_to_its_end(jobs: Jobs) -> None:
    row, is_new = jobs.add(new_job(1))
    assert is_new
    claimed = jobs.claim()
    assert claimed is not None
    assert claimed["id"] == row["id"]
    assert jobs.claim() is None
    jobs.improve(row["id"], {"time": 0.1, "cost": 9.0, "iterations": 2})
    assert jobs.trace(row["id"]) == [{"time": 0.1, "cost": 9.0, "iterations": 2}]
    done = jobs.finish(row["id"], RESULT)
    assert (done["state"], done["cost"], done["feasible"]) == ("done", 7.5, True)
    assert states(jobs, row["id"]) == ["queued", "running", "done"]
    assert jobs.trace(row["id"]) == RESULT["trace"]


def test_what_ended_does_not_change(jobs: Jobs) -> None:
    job = jobs.add(new_job(1))[0]["id"]
    jobs.claim()
    jobs.finish(job, RESULT)
    jobs.finish(job, {**RESULT, "cost": 1.0})
    jobs.fail(job, BAD)
    jobs.worker_died(job)
    jobs.put_back(job)
    jobs.cancel(job)
    jobs.improve(job, {"time": 9.0, "cost": 1.0, "iterations": 1})
    jobs.recover()
    assert states(jobs, job) == ["queued", "running", "done"]
    assert jobs.get(job)["cost"] == 7.5


def test_a_worker_that_dies_is_tried_again_a_bounded_number_of_times(jobs: Jobs) -> None:
    job = jobs.add(new_job(1))[0]["id"]
    for _ in range(2):
        jobs.claim()
        assert jobs.worker_died(job)["state"] == "queued"
    jobs.claim()
    ended = jobs.worker_died(job)
    assert ended["state"] == "failed"
    assert "died 3 times" in ended["problem"]["detail"]


def test_a_server_that_dies_again_and_again_gives_up_in_the_end(jobs: Jobs) -> None:
    job = jobs.add(new_job(1))[0]["id"]
    for _ in range(10):
        jobs.claim()
        jobs.recover()
    assert jobs.get(job)["state"] == "failed"
    assert "10 times" in jobs.get(job)["problem"]["detail"]


def test_a_job_that_is_cancelled_is_cancelled_however_it_ends(jobs: Jobs) -> None:
    waiting = jobs.add(new_job(1))[0]["id"]
    assert jobs.cancel(waiting)["state"] == "cancelled"
    ends: list[Callable[[str], object]] = [
        lambda job: jobs.finish(job, RESULT),
        lambda job: jobs.fail(job, BAD),
        jobs.worker_died,
        jobs.put_back,
        lambda job: jobs.recover(),
    ]
    for number, end in enumerate(ends, 2):
        job = jobs.add(new_job(number))[0]["id"]
        jobs.claim()
        assert jobs.cancel(job)["state"] == "running"
        end(job)
        assert jobs.get(job)["state"] == "cancelled"


def test_the_queue_and_the_jobs_of_a_client_are_bounded(jobs: Jobs) -> None:
    for number in range(3):
        jobs.add(new_job(number))
    with pytest.raises(ProblemError, match="3 jobs of this client"):
        jobs.add(new_job(9))
    jobs.add(new_job(3, client="there"))
    jobs.add(new_job(4, client="there"))
    with pytest.raises(ProblemError, match="5 jobs wait already"):
        jobs.require_room("elsewhere")


def test_the_same_key_is_the_same_job_even_at_once(tmp_path: Path) -> None:
    with closing(jobs_in(tmp_path)) as jobs, ThreadPoolExecutor(8) as threads:
        rows = list(threads.map(lambda n: jobs.add(new_job(n, key="k")), range(40)))
        assert len({row["id"] for row, _ in rows}) == 1
        assert sum(is_new for _, is_new in rows) == 1
        with pytest.raises(ProblemError, match="another content"):
            jobs.add(new_job(99, key="k", digest="other"))


def test_no_job_is_claimed_twice(tmp_path: Path) -> None:
    with closing(jobs_in(tmp_path)) as jobs, ThreadPoolExecutor(8) as threads:
        for number in range(30):
            jobs.add(new_job(number))
        rows = list(threads.map(lambda _: jobs.claim(), range(40)))
        ids = [row["id"] for row in rows if row is not None]
        assert len(ids) == len(set(ids)) == 30


def test_finished_jobs_expire_and_can_be_deleted(jobs: Jobs) -> None:
    done = jobs.add(new_job(1))[0]["id"]
    jobs.claim()
    jobs.finish(done, RESULT)
    waiting = jobs.add(new_job(2))[0]["id"]
    assert jobs.expire(3600) == []
    assert jobs.expire(-1) == [done]
    assert jobs.events(done, 0) == []
    with pytest.raises(ProblemError, match="cancel it first"):
        jobs.delete(waiting)
    jobs.cancel(waiting)
    jobs.delete(waiting)
    assert jobs.ids() == set()


def test_every_change_is_told(jobs: Jobs) -> None:
    told: list[str] = []
    jobs.on_change = told.append
    job = jobs.add(new_job(1))[0]["id"]
    jobs.claim()
    jobs.finish(job, RESULT)
    assert told == [job] * 3


class Lives(RuleBasedStateMachine):
    """Whatever happens in whatever order: one end, and no run beside another."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.jobs = jobs_in(Path(self.folder.name), queue=100)
        self.number = 0
        self.ended: dict[str, str] = {}

    def teardown(self) -> None:
        self.jobs.close()
        self.folder.cleanup()

    def any_job(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.jobs.ids())))

    @rule()
    def submit(self) -> None:
        self.number += 1
        self.jobs.add(new_job(self.number))

    @rule()
    def claim(self) -> None:
        self.jobs.claim()

    @rule()
    def restart(self) -> None:
        self.jobs.recover()

    @precondition(lambda self: self.number)
    @rule(data=st.data(), what=st.sampled_from(["finish", "fail", "die", "back", "cancel"]))
    def change(self, data: st.DataObject, what: str) -> None:
        job = self.any_job(data)
        changes: dict[str, Callable[[], object]] = {
            "finish": lambda: self.jobs.finish(job, RESULT),
            "fail": lambda: self.jobs.fail(job, BAD),
            "die": lambda: self.jobs.worker_died(job),
            "back": lambda: self.jobs.put_back(job),
            "cancel": lambda: self.jobs.cancel(job),
        }
        changes[what]()

    @invariant()
    def what_ended_stays_and_runs_follow_the_queue(self) -> None:
        for job in self.jobs.ids():
            told = states(self.jobs, job)
            state = self.jobs.get(job)["state"]
            assert told[-1] == state
            assert all(before not in FINAL for before in told[:-1])
            for before, after in itertools.pairwise(told):
                assert (before, after) != ("running", "running")
            assert self.ended.setdefault(job, state) == state or self.ended[job] not in FINAL
            self.ended[job] = state


TestLives = pytest.mark.thorough(Lives.TestCase)
TestLives.settings = settings(
    max_examples=15,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
