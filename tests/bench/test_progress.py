from pathlib import Path

import pytest

from kinroute.bench.progress import CampaignProgress
from kinroute.bench.store import Store
from kinroute.errors import InputError
from tests.bench import made_up


def test_progress_counts_what_was_there_and_what_is_new(tmp_path: Path) -> None:
    plan = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(4))
    with Store(tmp_path / "s.sqlite") as store:
        records = store.records()
    progress = CampaignProgress()
    progress.begun(plan, records[:10])
    assert (progress.stored, progress.total, progress.ended) == (10, 24, 0)
    assert progress.time_left is None
    assert sum(arm.runs for arm in progress.arms.values()) == 10
    for record in records[10:23]:
        progress.done(record)
    last = next(run for run in plan.runs if run.key == records[23].key)
    progress.failed(last, InputError("too dark\nsecond line"))
    assert progress.share_done == 1.0
    assert progress.time_left == pytest.approx(0.0, abs=1e-6)
    assert progress.failures == 1
    assert progress.last_failure.endswith("too dark")
    gaps = [(record.cost - 10_000) / 100 for record in records[:23] if record.method == "D-O"]
    assert progress.arms["D-O Γ15"].mean_gap == pytest.approx(sum(gaps) / len(gaps))
    assert list(progress.arms) == [arm.label for arm in plan.campaign.arms]
