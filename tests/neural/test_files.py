from pathlib import Path

import pytest
import torch

from kinroute.errors import InputError, ModelError
from kinroute.neural.files import read_tensors, write_tensors


def test_tensors_and_their_description_come_back(tmp_path: Path) -> None:
    tensors = {"a": torch.arange(6.0).view(2, 3), "b": torch.ones(()), "c": torch.ones(3, 2).t()}
    write_tensors(tmp_path / "a.safetensors", tensors, {"what": [1, None, "ü"]})
    again, about = read_tensors(tmp_path / "a.safetensors")
    assert about == {"what": [1, None, "ü"]}
    assert all(torch.equal(again[name], tensors[name]) for name in tensors)
    assert [path.name for path in tmp_path.iterdir()] == ["a.safetensors"]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"a\.safetensors: not a readable"):
        read_tensors(tmp_path / "a.safetensors")
    with pytest.raises(InputError, match="there is no directory"):
        write_tensors(tmp_path / "none" / "a.safetensors", {}, {})
