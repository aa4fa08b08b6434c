from contextlib import closing
from pathlib import Path

from kinroute.studio.service.schemas import JobSummary, summary_of
from tests.studio.service.made_up import RESULT, jobs_in, new_job


def test_a_row_is_a_summary(tmp_path: Path) -> None:
    with closing(jobs_in(tmp_path)) as jobs:
        row = jobs.add(new_job(1))[0]
        queued = JobSummary(**summary_of(row, 60))
        assert (queued.state, queued.expires, queued.has_result) == ("queued", None, False)
        jobs.claim()
        done = JobSummary(**summary_of(jobs.finish(row["id"], RESULT), 60))
        assert done.finished is not None
        assert done.expires is not None
        assert (done.expires - done.finished).total_seconds() == 60
        assert done.has_result
