from pathlib import Path

import pytest

from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Files
from kinroute.bench.overkill import DRAWN, overkill_campaign, without_heatmap
from kinroute.errors import ConfigError


def campaign(model: str, instances: Path | None = None, *, seeds: int = 2) -> Campaign:
    return overkill_campaign(model, instances=instances, seconds=0.5, seeds=seeds, granularity=None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.vrp", "b.vrp", "c.vrp", "a.npz", "c.npz"):
        (tmp_path / name).touch()
    return tmp_path


def test_heatmaps_meet_distance_and_ox_in_every_operator() -> None:
    made = campaign("net.py:scores")
    assert [arm.by for arm in made.arms] == [
        ("distance", "ox"),
        ("distance", "distance"),
        ("distance", "heatmap"),
        ("heatmap", "ox"),
        ("heatmap", "heatmap"),
    ]
    assert [arm.model for arm in made.arms] == [None, None, *["net.py:scores"] * 3]
    assert (made.baseline, made.seeds) == ("D-O", (1, 2))
    assert made.command == "kinroute overkill net.py:scores"


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
