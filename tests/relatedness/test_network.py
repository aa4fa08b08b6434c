import ast
from pathlib import Path

import numpy as np
import pytest

import kinroute.relatedness
from kinroute import ByHeatmap, ByNetwork, Instance, Neighbours, generate
from kinroute.errors import ConfigError, ModelError, RelatednessError
from kinroute.io.heatmaps import write_heatmap
from kinroute.neural.inference import infer
from kinroute.neural.models import model
from kinroute.relatedness.network import heatmap_or_network

INSTANCE = generate(12, seed=3)


def test_the_lists_are_those_of_inference() -> None:
    lists = ByNetwork("light-1").neighbours(INSTANCE, 7)
    wanted = infer(INSTANCE, model("light-1"))
    np.testing.assert_array_equal(lists.ids, wanted.ids[:, :7])
    assert wanted.scores is not None
    np.testing.assert_array_equal(lists.scores, wanted.scores[:, :7])


def test_a_model_may_be_given_by_its_file(tmp_path: Path) -> None:
    shipped = Path(kinroute.__file__).parent / "neural" / "shipped" / "light-1.safetensors"
    (tmp_path / "mine.safetensors").write_bytes(shipped.read_bytes())
    by_file = ByNetwork(tmp_path / "mine.safetensors").neighbours(INSTANCE, 5)
    np.testing.assert_array_equal(by_file.ids, ByNetwork("light-1").neighbours(INSTANCE, 5).ids)


def test_the_name_of_a_model_in_by_heatmap_stands_for_the_network() -> None:
    lists = ByHeatmap("light-2").neighbours(INSTANCE, 5)
    np.testing.assert_array_equal(lists.ids, ByNetwork("light-2").neighbours(INSTANCE, 5).ids)


def test_networks_are_equal_where_model_and_device_are() -> None:
    assert ByNetwork("light-2") == ByNetwork("light-2")
    assert ByNetwork("light-2") != ByNetwork("light-2", device="cpu")
    assert len({ByNetwork("light-2"), ByNetwork("light-2"), ByNetwork("light-1")}) == 2


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ConfigError, match="device 'tpu'; use one of auto, cpu, cuda"):
        ByNetwork("light-2", device="tpu").neighbours(INSTANCE, 5)  # type: ignore[arg-type]


def test_scores_lists_and_functions_are_heatmaps() -> None:
    def scores(instance: Instance) -> np.ndarray:
        return np.zeros((12, 12))

    lists = Neighbours(np.zeros((12, 1), np.int32))
    for source in (np.zeros((12, 12)), [[1.0]], lists, scores):
        found = heatmap_or_network(source)
        assert isinstance(found, ByHeatmap)
        assert found.source is source


def test_what_is_one_of_them_already_is_taken_as_it_is() -> None:
    for related in (ByHeatmap(np.zeros((12, 12))), ByHeatmap("a.npz"), ByNetwork("light-2")):
        assert heatmap_or_network(related) is related


@pytest.mark.parametrize("text", ["h.npz", "h.npy", "H.NPZ", "folder/h.npz"])
def test_the_suffix_of_a_heatmap_makes_a_file(text: str) -> None:
    for source in (text, Path(text)):
        found = heatmap_or_network(source)
        assert isinstance(found, ByHeatmap)
        assert found.source == source


@pytest.mark.parametrize("text", ["light-2", "mine.safetensors", "models/original", "h.txt", ""])
def test_any_other_text_is_a_model(text: str) -> None:
    for source in (text, ByHeatmap(text)):
        assert heatmap_or_network(source) == ByNetwork(text)


def test_files_in_the_working_directory_do_not_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_heatmap(tmp_path / "h.npz", np.zeros((12, 12), np.float32))
    (tmp_path / "h.npz").rename(tmp_path / "light-2")
    assert heatmap_or_network("light-2") == ByNetwork("light-2")
    lists = ByHeatmap("light-2").neighbours(INSTANCE, 3)
    np.testing.assert_array_equal(lists.ids, infer(INSTANCE, model("light-2")).ids[:, :3])


@pytest.mark.parametrize("source", ["heavy", "gone.safetensors", "scores.txt"])
def test_a_text_that_is_neither_file_nor_model_is_refused_with_what_would_be_right(
    source: str,
) -> None:
    message = rf"no model '{source}'; known by name are .*light-2.*\n.*\.npz file of a heatmap"
    with pytest.raises(ModelError, match=message):
        heatmap_or_network(source).neighbours(INSTANCE, 3)


def test_a_heatmap_file_that_is_missing_is_refused() -> None:
    with pytest.raises(RelatednessError, match=r"gone\.npz: no such file"):
        heatmap_or_network("gone.npz").neighbours(INSTANCE, 3)


def test_no_other_module_of_the_room_imports_neural() -> None:
    room = Path(kinroute.relatedness.__file__).parent
    found = {
        path.name
        for path in room.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kinroute.neural")
    }
    assert found == {"network.py"}
