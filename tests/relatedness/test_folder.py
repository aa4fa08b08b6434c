from pathlib import Path

import numpy as np
import pytest

from kinroute.errors import RelatednessError
from kinroute.problem.generate import generate
from kinroute.relatedness.folder import HeatmapFolder, is_heatmap_folder
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.network import heatmap_or_network

INSTANCE = generate(12, seed=1)


def test_the_file_is_named_after_the_instance_or_its_file(tmp_path: Path) -> None:
    heat = np.random.default_rng(1).random((12, 12))
    np.savez(tmp_path / f"{INSTANCE.name}.npz", heatmap=heat)
    np.savez(tmp_path / "mine.npz", heatmap=-heat)
    related = heatmap_or_network(str(tmp_path))
    assert isinstance(related, ByHeatmap)
    assert related.source == HeatmapFolder(tmp_path)
    assert not related.needs_inference
    np.testing.assert_array_equal(
        related.neighbours(INSTANCE, 5).ids, ByHeatmap(heat).neighbours(INSTANCE, 5).ids
    )
    assert HeatmapFolder(tmp_path, "mine").file(INSTANCE) == tmp_path / "mine.npz"
    assert HeatmapFolder(tmp_path, "gone").file(INSTANCE).stem == INSTANCE.name


def test_an_instance_without_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RelatednessError, match=r"there is no KML12.*\.npz; every instance needs"):
        HeatmapFolder(tmp_path).file(INSTANCE)


def test_a_name_never_leads_out_of_the_folder(tmp_path: Path) -> None:
    np.savez(tmp_path / "secret.npz", heatmap=np.zeros((12, 12)))
    (tmp_path / "maps").mkdir()
    with pytest.raises(RelatednessError, match=r"there is no secret\.npz"):
        HeatmapFolder(tmp_path / "maps", "../secret").file(INSTANCE)


def test_only_a_folder_with_heatmaps_is_one(tmp_path: Path) -> None:
    assert not is_heatmap_folder(tmp_path)
    np.savez(tmp_path / "a.npz", heatmap=np.zeros((2, 2)))
    assert is_heatmap_folder(tmp_path)
    assert is_heatmap_folder(str(tmp_path))
    assert not is_heatmap_folder(tmp_path / "a.npz")
    assert not is_heatmap_folder("")
    assert not is_heatmap_folder(None)


def test_the_name_of_a_model_comes_before_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("light-2").mkdir()
    np.savez("light-2/a.npz", heatmap=np.zeros((2, 2)))
    assert not isinstance(heatmap_or_network("light-2"), ByHeatmap)
