import math
import sys
from pathlib import Path

import pytest

from kinroute.bench.record import Record
from kinroute.bench.results import Results, results_of
from kinroute.bench.store import Store
from kinroute.errors import ConfigError
from tests.bench import made_up


def first_infeasible(record: Record) -> Record:
    return made_up.infeasible(record) if record.arm == "D-D Γ15" else record


@pytest.fixture
def results(tmp_path: Path) -> Results:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(8), changed=first_infeasible)
    with Store(tmp_path / "s.sqlite") as store:
        return results_of(store)


def test_one_row_for_each_run(results: Results) -> None:
    frame = results.to_frame()
    assert len(frame) == len(results.records) == 48
    assert list(frame["key"]) == [record.key for record in results.records]
    means = frame[frame["arm"] == "D-O Γ15"].groupby("instance_digest")["gap"].mean()
    assert means.to_dict() == pytest.approx(results.mean_gaps("D-O Γ15"))
    assert frame[~frame["feasible"]]["gap"].isna().all()
    assert frame["has_best_known"].all()
    assert frame["is_optimal"].sum() == sum(map(results.is_optimal, results.records))
    assert set(frame["depot"]) <= {"corner", "center", "random"}
    assert "trace" not in frame


def test_one_row_for_each_comparison(results: Results) -> None:
    frame, comparisons = results.comparisons_frame(), results.comparisons()
    assert list(frame["arm"]) == [one.arm for one in comparisons]
    assert list(frame["verdict"]) == [one.verdict for one in comparisons]
    assert list(frame["p"]) == [one.p for one in comparisons]
    assert all(math.isfinite(mean) for mean in frame["mean"])


def test_without_pandas_the_extra_is_named(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ConfigError, match=r"\.\[bench\]"):
        results.to_frame()
