from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Files
from kinroute.bench.overkill import (
    DRAWN,
    OverkillOptions,
    open_runs,
    overkill_campaign,
    sequential,
    without_heatmap,
)
from kinroute.bench.plan import planned
from kinroute.bench.questions import compared_arms
from kinroute.errors import ConfigError
from tests.bench.test_assay import by


def campaign(model: str, instances: Path | None = None, **options: Any) -> Campaign:
    chosen = OverkillOptions(instances=instances, **options)
    return overkill_campaign(model, chosen, command="kinroute overkill …")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.vrp", "b.vrp", "c.vrp", "a.npz", "c.npz"):
        (tmp_path / name).touch()
    return tmp_path


def test_each_operator_meets_distance_and_random_relatedness() -> None:
    made = campaign("net.py:scores", margin=0.2, seed=3, seeds=2)
    assert [(arm.label, arm.by, arm.model, arm.optimistic) for arm in made.arms] == [
        ("D-O", ("distance", "ox"), None, False),
        ("D-D", ("distance", "distance"), None, False),
        ("D-N", ("distance", "heatmap"), "net.py:scores", False),
        ("N-O", ("heatmap", "ox"), "net.py:scores", False),
        ("D-N scores alone", ("distance", "heatmap"), "net.py:scores", True),
        ("N-O scores alone", ("heatmap", "ox"), "net.py:scores", True),
        ("D-N random", ("distance", "heatmap"), "random", False),
        ("N-O random", ("heatmap", "ox"), "random", False),
    ]
    assert (made.margin, made.seeds, made.is_assay) == (0.2, (3, 4), True)
    compared = [(arm.label, other.label) for arm, other in compared_arms(made, made.arms)]
    assert compared == [
        ("D-N", "D-D"),
        ("N-O", "D-O"),
        ("D-N scores alone", "D-D"),
        ("N-O scores alone", "D-O"),
        ("D-N random", "D-D"),
        ("N-O random", "D-O"),
    ]


def test_inference_time_is_left_out_where_requested_and_where_there_is_none(folder: Path) -> None:
    only = campaign("net.py:scores", optimistic=True)
    assert [arm.optimistic for arm in only.arms] == [False] * 2 + [True] * 2 + [False] * 2
    assert not any(arm.optimistic for arm in campaign(str(folder)).arms)


def test_the_oracle_needs_a_solution_of_every_instance(folder: Path) -> None:
    (folder / "a.sol").touch()
    assert "D-N oracle" not in [arm.label for arm in campaign(str(folder)).arms]
    (folder / "c.sol").touch()
    assert "D-N oracle" in [arm.label for arm in campaign(str(folder)).arms]


def test_another_seed_draws_other_instances() -> None:
    one, two = (campaign("net.py:scores", seed=seed).instances for seed in (1, 2))
    assert isinstance(one, Drawn)
    assert isinstance(two, Drawn)
    assert not set(one.seeds) & set(two.seeds)


def test_random_scores_as_a_model_are_their_own_control() -> None:
    labels = [arm.label for arm in campaign("random").arms]
    assert labels == ["D-O", "D-D", "D-N random", "N-O random"]


def test_a_look_runs_what_is_not_decided() -> None:
    made = campaign("random", customers=5)
    made = replace(made, instances=Drawn(customers=5, seeds=tuple(range(48))))
    plan = sequential(planned(made))
    assert plan.campaign.looks == (12, 24)
    first = open_runs(plan, [], 0)
    assert first is not None
    assert len(first.runs) == 12 * 4
    crossover, search = (by("learned", "helps"), by("learned", "inconclusive", "local search"))
    search = replace(search, arm="N-O random", against="D-O")
    second = open_runs(plan, [crossover, search], 1)
    assert second is not None
    assert {run.arm.label for run in second.runs} == {"N-O random", "D-O"}
    earlier, later = ({run.entry.digest for run in part.runs} for part in (first, second))
    assert earlier < later
    assert open_runs(plan, [crossover], 1) is None
    assert open_runs(plan, [crossover, search], 3) is None


def test_a_function_is_tried_on_random_instances() -> None:
    instances = campaign("net.py:scores").instances
    assert isinstance(instances, Drawn)
    assert len(instances.seeds) == DRAWN


def test_instances_without_a_heatmap_are_left_out(folder: Path) -> None:
    made = campaign(str(folder))
    assert isinstance(made.instances, Files)
    assert [path.name for path in made.instances.paths] == ["a.vrp", "c.vrp"]
    assert made.about.endswith("Instances left out because they have no heatmap: 1.")
    assert without_heatmap(str(folder), None) == 1
    assert without_heatmap("net.py:scores", folder) == 0


@pytest.mark.parametrize(("given", "names"), [(".", "abc"), ("b.vrp", "b"), ("[ab].vrp", "ab")])
def test_instances_are_a_folder_a_file_or_a_pattern(folder: Path, given: str, names: str) -> None:
    instances = campaign("net.py:scores", folder / given).instances
    assert isinstance(instances, Files)
    assert [path.stem for path in instances.paths] == list(names)


def test_what_runs_nothing_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigError, match="0 seeds make no run; use 1 or more"):
        campaign("net.py:scores", seeds=0)
    (folder / "maps").mkdir()
    with pytest.raises(ConfigError, match=r"none of the 3 instances.*such as a\.npz"):
        campaign(str(folder / "maps"), folder)
