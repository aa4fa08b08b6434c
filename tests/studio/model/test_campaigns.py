import math
from pathlib import Path

import pytest

from kinroute.errors import InputError
from kinroute.studio.model.campaigns import (
    arm_rows,
    filtered,
    listed,
    pairs,
    path_of,
    read_campaign_results,
    verdict_line,
)
from tests.bench.made_up import campaign, filled, infeasible


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    runs = tmp_path_factory.mktemp("work") / "runs"
    (runs / "older").mkdir(parents=True)
    filled(runs / "made-up.sqlite", campaign(instances=12))
    filled(
        runs / "older" / "half.sqlite",
        campaign(instances=6),
        changed=lambda r: None if r.arm.startswith("N") else r,
    )
    (runs / "broken.sqlite").write_bytes(b"no store at all")
    (runs / "notes.txt").write_text("not a store")
    return runs


def test_the_stores_of_a_folder_are_listed_with_their_progress(folder: Path) -> None:
    broken, whole, half = listed(folder)
    assert (whole.name, whole.runs, whole.planned, whole.share) == ("made-up.sqlite", 72, 72, 1.0)
    assert whole.title == "Made-up figures"
    assert (half.name, half.share) == ("older/half.sqlite", 0.5)
    assert broken.error is not None
    assert str(folder) not in broken.error
    assert listed(folder / "nothing") == []


@pytest.mark.parametrize("name", ["../runs/made-up.sqlite", "/etc/passwd", "notes.txt", "none"])
def test_only_listed_stores_are_opened(folder: Path, name: str) -> None:
    with pytest.raises(InputError, match="there is no campaign"):
        path_of(folder, name)


def test_two_arms_are_paired_by_instance(folder: Path) -> None:
    results = read_campaign_results(path_of(folder, "made-up.sqlite"))
    first, second = (arm.label for arm in results.arms[:2])
    found = pairs(results, first, second)
    assert len(found) == 12
    one = found[0]
    records = [r for r in results.by_arm[first] if r.instance == one.instance]
    assert one.first == pytest.approx(results.gap(records[0]))
    assert verdict_line(results, first, second).startswith(f"{second} against {first}: ")
    assert verdict_line(results, first, first) == ""


def test_runs_are_filtered_by_arm_and_name(folder: Path) -> None:
    results = read_campaign_results(path_of(folder, "made-up.sqlite"))
    label = results.arms[0].label
    assert len(filtered(results)) == 72
    assert {record.arm for record in filtered(results, arm=label)} == {label}
    name = results.records[0].instance
    assert {record.instance for record in filtered(results, text=name.lower())} == {name}
    gaps = [results.gap(record) for record in filtered(results, worst_first=True)]
    assert gaps == sorted(gaps, reverse=True)


def test_arms_have_their_mean_gaps_without_infeasible_runs(tmp_path: Path) -> None:
    path = tmp_path / "some.sqlite"
    filled(path, campaign(instances=4), changed=lambda r: infeasible(r) if r.method == "D-O" else r)
    results = read_campaign_results(path)
    rows = {label: (runs, mean) for label, runs, mean, _ in arm_rows(results)}
    assert rows[results.arms[0].label] == (4, None)
    assert all(mean is not None and math.isfinite(mean) for _, mean in list(rows.values())[1:])
