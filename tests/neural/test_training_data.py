from pathlib import Path

import pytest
import torch

from kinroute.errors import ConfigError, LabelError
from kinroute.neural.mixed import MixedGraphs
from kinroute.neural.training_data import data_in, training_data
from tests.neural.small import some_labels, written
from tests.neural.solved import folder_of

CPU = torch.device("cpu")


def test_labels_and_files_are_told_apart(tmp_path: Path) -> None:
    labels = data_in(written(tmp_path / "labels", some_labels(4)), CPU)
    assert (labels.split, len(labels.graphs), labels.text) == ("train", 4, "4 labels, train")
    files = data_in(folder_of(tmp_path / "files", (8, 11)), CPU)
    assert files.split is None
    assert isinstance(files.graphs, MixedGraphs)
    assert files.text == "2 instances with solutions, 2 graphs"
    assert files.description["instances"] == 2


def test_instances_in_both_parts_are_refused(tmp_path: Path) -> None:
    one = folder_of(tmp_path / "one", (8, 11))
    other = folder_of(tmp_path / "other", (8, 12), seed=1)
    with pytest.raises(ConfigError, match="1 graphs are in both"):
        training_data(one, other, CPU)
    apart = folder_of(tmp_path / "apart", (8,), seed=9)
    assert [len(part.graphs) for part in training_data(one, apart, CPU)] == [2, 1]


def test_labels_of_one_split_are_refused(tmp_path: Path) -> None:
    one = written(tmp_path / "one", some_labels(4))
    other = written(tmp_path / "other", some_labels(4, seed=2))
    with pytest.raises(ConfigError, match="both are labels of the train split"):
        training_data(one, other, CPU)


def test_a_folder_with_neither_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError):
        data_in(tmp_path, CPU)
