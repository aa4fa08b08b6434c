from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.cluster import connected
from kinroute.bench.heat import charged_heatmap, infer_batch, prepare_heat
from kinroute.bench.instances import Drawn
from kinroute.bench.plan import Run, planned
from kinroute.bench.progress import CampaignProgress
from kinroute.bench.run import opened_store, run
from kinroute.relatedness.heat_cache import HeatCache
from kinroute.relatedness.heatmap import ByHeatmap

BATCHED = """
import time
from pathlib import Path
import numpy as np
def scores(instances):
    with open(Path(__file__).with_name("calls.txt"), "a") as file:
        file.write(f"{len(instances)} ")
    time.sleep(0.06)
    return [np.random.default_rng(1).random((i.customers,) * 2) for i in instances]
scores.batch = 4
def changing(instance):
    return np.random.default_rng().random((instance.customers,) * 2)
def fails(instances):
    if len(instances) > 1:
        raise OSError("no card")
    return [np.zeros((i.customers,) * 2) for i in instances]
fails.batch = 4
"""


@pytest.fixture
def net(tmp_path: Path) -> Path:
    (tmp_path / "net.py").write_text(BATCHED)
    return tmp_path / "net.py"


def campaign(model: str, **changes: Any) -> Campaign:
    arms = (
        Arm(method="D-O"),
        Arm(method="N-N", model=model, label="N-N"),
        Arm(method="D-N", model=model, granularity=7, label="D-N"),
    )
    made = Campaign(
        name="c",
        title="c",
        instances=Drawn(customers=15, seeds=tuple(range(6))),
        budget=Budget(measure="iterations", amount=5),
        seeds=(1, 2),
        arms=arms,
        baseline="D-O",
    )
    return replace(made, **changes)


def runs_of(model: str) -> list[Run]:
    return planned(campaign(model)).runs


def test_a_campaign_calls_a_function_in_batches_once_per_instance(
    net: Path, tmp_path: Path
) -> None:
    plan = planned(campaign(f"{net}:scores"))
    (tmp_path / "calls.txt").unlink()  # those of the plan
    with opened_store(tmp_path / "s.sqlite") as store:
        outcome = run(plan, store, CampaignProgress(), on=connected(workers=1))
        records = store.records()
    assert (outcome.done, outcome.failures) == (36, [])
    assert (tmp_path / "calls.txt").read_text().split() == ["4", "4", "2"]  # the first twice
    shares = {
        (record.instance, record.inference_seconds) for record in records if record.method != "D-O"
    }
    assert len(shares) == 6  # all runs of an instance are charged the same
    assert sorted(round(share or 0, 2) >= 0.03 for _, share in shares) == [False] * 4 + [True] * 2


def test_heat_is_kept_between_campaigns(net: Path, tmp_path: Path) -> None:
    runs = [run for run in runs_of(f"{net}:scores") if run.arm.needs_model]
    infer_batch(runs[:1])
    (tmp_path / "calls.txt").unlink()
    first = charged_heatmap(runs[0])
    assert isinstance(first, ByHeatmap)
    assert first.seconds > 0
    assert charged_heatmap(runs[0]).seconds == first.seconds  # type: ignore[union-attr]
    assert not (tmp_path / "calls.txt").exists()


def test_wider_lists_than_those_kept_are_computed_again(net: Path) -> None:
    one = next(run for run in runs_of(f"{net}:scores") if run.arm.label == "N-N")
    wide = replace(one.arm, granularity=140)
    large = planned(campaign("light-2", instances=Drawn(customers=150, seeds=(1,)))).runs
    entry = large[0].entry
    run_short, run_wide = (
        replace(one, entry=entry, arm=arm, located=replace(one.located)) for arm in (one.arm, wide)
    )
    short, long = charged_heatmap(run_short), charged_heatmap(run_wide)
    assert short is not None
    assert long is not None
    assert short.source.ids.shape == (150, 100)
    assert long.source.ids.shape == (150, 140)
    np.testing.assert_array_equal(long.source.ids[:, :100], short.source.ids)


def test_processes_that_need_the_same_heat_compute_it_once(net: Path, tmp_path: Path) -> None:
    one = next(run for run in runs_of(f"{net}:scores") if run.arm.label == "N-N")
    (tmp_path / "calls.txt").unlink()
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        seconds = {heat.seconds for heat in pool.map(charged_heatmap, [one] * 6) if heat}
    assert len(seconds) == 1  # measured once
    assert len((tmp_path / "calls.txt").read_text().split()) == 2


def test_a_cache_that_cannot_be_written_costs_time_only(
    net: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one = next(run for run in runs_of(f"{net}:scores") if run.arm.label == "N-N")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KINROUTE_CACHE", str(tmp_path / "file"))
    heat = charged_heatmap(one)
    assert heat is not None
    assert heat.seconds > 0


def test_scores_that_change_are_not_kept(net: Path) -> None:
    one = next(run for run in runs_of(f"{net}:changing") if run.arm.label == "N-N")
    first, second = charged_heatmap(one), charged_heatmap(one)
    assert first is not None
    assert second is not None
    assert (first.source.ids != second.source.ids).any()
    assert HeatCache().size() == (0, 0)


def test_auto_which_chooses_its_own_list_lengths_can_have_a_model(tmp_path: Path) -> None:
    arms = (Arm(method="auto"), Arm(method="auto", local_search="heatmap", model="light-2"))
    plan = planned(campaign("light-2", arms=arms, seeds=(1,), baseline="auto"))
    with opened_store(tmp_path / "s.sqlite") as store:
        outcome = run(plan, store, CampaignProgress(), on=connected(workers=1))
    assert (outcome.done, outcome.failures) == (12, [])


def test_files_and_arms_without_a_model_are_not_charged(tmp_path: Path) -> None:
    runs = runs_of("light-2")
    plain = next(run for run in runs if run.arm.method == "D-O")
    assert charged_heatmap(plain) is None
    np.savez(tmp_path / f"{plain.entry.name}.npz", heatmap=np.zeros((15, 15)))
    located = Arm(method="N-N", model=str(tmp_path))
    assert charged_heatmap(replace(plain, arm=located, located=located)) == (
        tmp_path / f"{plain.entry.name}.npz"
    )


def test_a_batch_that_fails_leaves_the_runs_to_report_it(
    net: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with connected(workers=1) as client:
        prepare_heat(runs_of(f"{net}:fails"), client)
    assert "it fails on KML15" in caplog.text
    assert HeatCache().size() == (0, 0)
