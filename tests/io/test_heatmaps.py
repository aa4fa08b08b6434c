from pathlib import Path

import numpy as np
import pytest

from kinroute.errors import InputError, RelatednessError
from kinroute.io.heatmaps import read_heatmap, write_heatmap

HEAT = np.arange(9, dtype=np.float32).reshape(3, 3)
IDS = np.array([[2, 3], [1, 3], [1, 2]], np.int32)


def test_a_dense_heatmap_comes_back_as_it_was(tmp_path: Path) -> None:
    write_heatmap(tmp_path / "h.npz", HEAT)
    file = read_heatmap(tmp_path / "h.npz")
    assert file.ids is None
    assert np.array_equal(file.scores, HEAT)


def test_sparse_rows_come_back_as_they_were(tmp_path: Path) -> None:
    write_heatmap(tmp_path / "h.npz", HEAT[:, :2], IDS)
    file = read_heatmap(tmp_path / "h.npz")
    assert file.ids is not None
    assert np.array_equal(file.ids, IDS)
    assert np.array_equal(file.scores, HEAT[:, :2])


def test_a_single_array_needs_no_name(tmp_path: Path) -> None:
    np.savez(tmp_path / "h.npz", whatever=HEAT)
    assert np.array_equal(read_heatmap(tmp_path / "h.npz").scores, HEAT)


def test_a_bare_npy_array_is_a_heatmap(tmp_path: Path) -> None:
    np.save(tmp_path / "h.npy", HEAT)
    assert np.array_equal(read_heatmap(str(tmp_path / "h.npy")).scores, HEAT)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(RelatednessError, match=r"nowhere\.npz: no such file; give an \.npz"):
        read_heatmap("nowhere.npz")


def test_arrays_by_other_names_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "h.npz", left=HEAT, right=HEAT)
    with pytest.raises(RelatednessError, match=r"h\.npz: holds left, right; a heatmap is stored"):
        read_heatmap(tmp_path / "h.npz")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 broken", b"\x93NUMPY\x01\x00"])
def test_a_file_that_is_no_heatmap_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "h.npz").write_bytes(content)
    with pytest.raises(RelatednessError, match=r"h\.npz: not a readable \.npz file"):
        read_heatmap(tmp_path / "h.npz")


def test_objects_are_never_unpickled(tmp_path: Path) -> None:
    np.savez(tmp_path / "h.npz", heatmap=np.array([{"a": 1}], object))
    with pytest.raises(RelatednessError, match=r"not a readable \.npz file"):
        read_heatmap(tmp_path / "h.npz")


def test_a_damaged_file_is_refused_or_read_but_never_crashes(tmp_path: Path) -> None:
    path = tmp_path / "h.npz"
    write_heatmap(path, np.random.default_rng(1).random((12, 12)).astype(np.float32))
    good = path.read_bytes()
    refused = 0
    for at in range(0, len(good), 7):
        path.write_bytes(good[:at] + bytes(b ^ 0xFF for b in good[at : at + 3]) + good[at + 3 :])
        try:
            read_heatmap(path)
        except RelatednessError:
            refused += 1
    assert refused > len(good) / 7 / 2


def test_nothing_is_written_where_nothing_can_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="missing"):
        write_heatmap(tmp_path / "missing" / "h.npz", HEAT)
    assert list(tmp_path.iterdir()) == []
