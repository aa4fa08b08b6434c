from pathlib import Path

import pytest

from kinroute.bench.store import Store
from kinroute.bench.tally import Tally
from kinroute.errors import InputError
from tests.bench import made_up


def test_a_tally_counts_what_was_there_and_what_is_new(tmp_path: Path) -> None:
    plan = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(4))
    with Store(tmp_path / "s.sqlite") as store:
        records = store.records()
    tally = Tally()
    tally.begun(plan, records[:10])
    assert (tally.stored, tally.total, tally.ended) == (10, 24, 0)
    assert tally.time_left is None
    assert sum(arm.runs for arm in tally.arms.values()) == 10
    for record in records[10:23]:
        tally.done(record)
    last = next(run for run in plan.runs if run.key == records[23].key)
    tally.failed(last, InputError("too dark\nsecond line"))
    assert tally.share_done == 1.0
    assert tally.time_left == pytest.approx(0.0, abs=1e-6)
    assert tally.failures == 1
    assert tally.last_failure.endswith("too dark")
    gaps = [(record.cost - 10_000) / 100 for record in records[:23] if record.method == "D-O"]
    assert tally.arms["D-O Γ15"].mean_gap == pytest.approx(sum(gaps) / len(gaps))
    assert list(tally.arms) == [arm.label for arm in plan.campaign.arms]
