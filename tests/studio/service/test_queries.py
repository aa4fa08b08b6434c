from contextlib import closing
from pathlib import Path

import pytest

from kinroute.studio.service.problems import ProblemError
from tests.studio.service.made_up import RESULT, jobs_in, new_job


def test_pages_go_from_the_newest_to_the_oldest(tmp_path: Path) -> None:
    with closing(jobs_in(tmp_path)) as jobs:
        ids = [jobs.add(new_job(number))[0]["id"] for number in range(7)]
        first = jobs.page(None, None, 4)
        second = jobs.page(None, first[-1]["id"], 4)
        assert [row["id"] for row in (*first, *second)] == ids[::-1]
        jobs.claim()
        assert [row["id"] for row in jobs.page("running", None, 9)] == ids[:1]
        assert jobs.counts() == {"queued": 6, "running": 1}
        with pytest.raises(ProblemError, match="page token"):
            jobs.page(None, "f" * 32, 4)


def test_rows_have_plain_values(tmp_path: Path) -> None:
    with closing(jobs_in(tmp_path)) as jobs:
        row = jobs.add(new_job(1))[0]
        assert row["warnings"] == ["odd"]
        assert row["request"]["seconds"] == 1.0
        assert (row["feasible"], row["is_cancelled"]) == (None, False)
        assert jobs.result(row["id"]) is None
        jobs.claim()
        jobs.finish(row["id"], RESULT)
        assert '"cost": 7.5' in (jobs.result(row["id"]) or "")
        with pytest.raises(ProblemError, match="no such job"):
            jobs.get("f" * 32)


def test_the_trace_is_that_of_the_present_run(tmp_path: Path) -> None:
    with closing(jobs_in(tmp_path)) as jobs:
        job = jobs.add(new_job(1))[0]["id"]
        jobs.claim()
        jobs.improve(job, {"time": 0.1, "cost": 9.0, "iterations": 2})
        jobs.put_back(job)
        assert jobs.trace(job) == []
        jobs.claim()
        jobs.improve(job, {"time": 0.2, "cost": 8.0, "iterations": 3})
        assert [at["cost"] for at in jobs.trace(job)] == [8.0]
        assert [event.number for event in jobs.events(job, 2)] == [3, 4, 5, 6]
