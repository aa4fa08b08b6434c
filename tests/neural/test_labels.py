import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import Instance, Solution, check, generate
from kinroute.errors import LabelError
from kinroute.io import write_vrplib
from kinroute.neural.labels import (
    Labels,
    from_files,
    kind_of,
    labelled,
    read,
    read_shard,
    write_shard,
)
from kinroute.neural.manifest import Manifest

# Four customers in a row east of the depot, two routes: 0-2-1-0 and 0-3-4-0, cost 4 + 8.
ROW = Instance(
    demands=[1, 2, 3, 1],
    capacity=4,
    coordinates=[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
    rounding="nearest",
    name="XML4_1234_07",
)
ROUTES = Solution([(2, 1), (3, 4)], 12)


def manifest(**changes: Any) -> Manifest:
    values: dict[str, Any] = {
        "law": "XML",
        "customers": 4,
        "split": "train",
        "first_seed": 1_000_000,
        "count": 2,
        "shard_size": 2,
        "solver": "0.1.0",
        "method": "auto",
        "settings": {},
        "cpu_seconds": 0.1,
    }
    return Manifest(**{**values, **changes})


def two() -> Labels:
    return labelled([ROW, ROW], [ROUTES, Solution([(4, 3, 2, 1)], 8)], [1_000_000, 1_000_001])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shard = write_shard(tmp_path / "shard-00000.npz", two())
    manifest(shards=(shard,)).write(tmp_path)
    return tmp_path


def test_arrays_hold_what_was_labelled() -> None:
    labels = two()
    assert (len(labels), labels.customers) == (2, 4)
    assert labels.tour.tolist() == [[2, 1, 3, 4], [4, 3, 2, 1]]
    assert labels.first.tolist() == [[True, False, True, False], [True, False, False, False]]
    assert labels.kind.tolist() == [[1, 2, 3, 4]] * 2
    assert labels.tour.dtype == np.uint8


def test_an_instance_and_its_solution_come_back() -> None:
    labels = two()
    again = labels.instance(0)
    np.testing.assert_array_equal(again.coordinates, ROW.coordinates)
    assert again.demands.tolist() == ROW.demands.tolist()
    assert (again.capacity, again.rounding) == (4, "nearest")
    assert labels.solution(0) == ROUTES
    assert check(again, labels.solution(0)).ok


def test_edges_are_pairs_of_nodes_each_once() -> None:
    labels = two()
    assert labels.edges(0).tolist() == [[1, 2], [3, 4]]
    assert labels.edges(0, with_depot=True).tolist() == [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [1, 2],
        [3, 4],
    ]
    # A route of one customer goes out and back along the same edge.
    alone = labelled([ROW], [Solution([(1,), (2,), (4, 3)], 14)], [0])
    assert alone.edges(0).tolist() == [[3, 4]]
    assert alone.edges(0, with_depot=True).tolist() == [[0, 1], [0, 2], [0, 3], [0, 4], [3, 4]]


@given(seed=st.integers(0, 10**6), n=st.integers(1, 300), data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_solution_of_any_instance_comes_back(seed: int, n: int, data: st.DataObject) -> None:
    instance = generate(n, seed=seed)
    order = data.draw(st.permutations(range(1, n + 1)))
    cuts = sorted(data.draw(st.sets(st.integers(1, n), max_size=n)))
    routes = [order[a:b] for a, b in zip([0, *cuts], [*cuts, n], strict=True) if a < b]
    labels = labelled([instance], [Solution(routes, 5)], [seed])
    assert labels.solution(0) == Solution(routes, 5)
    assert labels.instance(0).name == instance.name
    np.testing.assert_array_equal(labels.instance(0).coordinates, instance.coordinates)
    assert len(labels.edges(0)) == n - len(routes)


def test_a_folder_comes_back_as_it_was_written(folder: Path) -> None:
    labels = read(folder)
    for name, array in two().arrays().items():
        assert np.array_equal(array, getattr(labels, name)), name
    assert labels.manifest is not None
    assert labels.manifest.done == 2


def test_some_of_the_labels_can_be_chosen(folder: Path) -> None:
    chosen = read(folder).chosen(np.array([False, True]))
    assert chosen.seed.tolist() == [1_000_001]
    assert chosen.solution(0).routes == ((4, 3, 2, 1),)


def test_the_same_labels_make_the_same_file(tmp_path: Path) -> None:
    one, other = (write_shard(tmp_path / name, two()) for name in ("a.npz", "b.npz"))
    assert one.sha256 == other.sha256
    assert one.mean_cost == 10


def test_a_damaged_shard_is_refused(folder: Path) -> None:
    path = folder / "shard-00000.npz"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(LabelError, match=r"shard-00000\.npz: its content does not match"):
        read(folder)


def test_a_missing_shard_is_refused(folder: Path) -> None:
    (folder / "shard-00000.npz").unlink()
    with pytest.raises(LabelError, match=r"shard-00000\.npz: cannot be read: No such file"):
        read(folder)


def test_labels_without_shards_are_refused(tmp_path: Path) -> None:
    manifest().write(tmp_path)
    with pytest.raises(LabelError, match="no shards yet"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tour": np.array([[1, 1, 2, 3]], np.uint8)}, "does not visit every customer once"),
        ({"first": np.zeros((1, 4), np.bool_)}, "does not start with a route"),
        ({"cost": np.array([1.5])}, "cost is float64"),
        ({"xy": np.zeros((1, 4, 2), np.int16)}, r"xy is int16 \(1, 4, 2\) and should be"),
        ({"kind": np.array([[{}] * 4], object)}, "not a shard of labels"),
    ],
)
def test_a_foreign_shard_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    import hashlib

    from kinroute.neural.manifest import Shard

    arrays: dict[str, Any] = labelled([ROW], [ROUTES], [3]).arrays() | changes
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    (tmp_path / "a.npz").write_bytes(stream.getvalue())
    digest = hashlib.sha256(stream.getvalue()).hexdigest()
    shard = Shard(file="a.npz", first_seed=3, count=1, sha256=digest, mean_cost=12.0)
    with pytest.raises(LabelError, match=message):
        read_shard(tmp_path, shard, 4)


def test_a_shard_of_other_seeds_is_refused(tmp_path: Path) -> None:
    from dataclasses import replace

    shard = write_shard(tmp_path / "a.npz", two())
    with pytest.raises(LabelError, match="its seeds or its size"):
        read_shard(tmp_path, replace(shard, first_seed=7), 4)
    with pytest.raises(LabelError, match="its seeds or its size"):
        read_shard(tmp_path, shard, 5)


def test_labels_of_files_leave_out_what_the_check_refuses(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name, routes, cost in (
        ("a", ROUTES.routes, 12),
        ("b", ROUTES.routes, 11),  # the cost is not that of the routes
        ("c", [(1, 2, 3), (4,)], 14),  # 1 + 2 + 3 is more than 4
    ):
        write_vrplib(ROW.with_changes(name=name), tmp_path / f"{name}.vrp")
        Solution(routes, cost).write(tmp_path / f"{name}.sol")
    write_vrplib(ROW, tmp_path / "unsolved.vrp")
    labels = from_files(tmp_path)
    assert labels.names == ("a",)
    assert labels.solution(0) == ROUTES
    assert labels.instance(0).name == "a"
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "b is left out",
        "c is left out",
    ]


def test_a_folder_without_solved_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"no \.vrp file with a valid \.sol file"):
        from_files(tmp_path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"coordinates": [(0, 0), (0.5, 0), (2, 0), (3, 0), (4, 0)]}, "coordinates must be whole"),
        ({"coordinates": [(0, 0), (1, 0), (2, 0), (3, 0), (40_000, 0)]}, "up to 32767"),
        ({"rounding": "none"}, "labels are EUC_2D, rounded"),
        ({"max_duration": 1e6}, "max_duration is not kept by labels"),
        ({"max_stops": 3}, "max_stops is not kept by labels"),
        ({"open_routes": True}, "open_routes is not kept by labels"),
        ({"fixed_cost": 5}, "fixed_cost is not kept by labels"),
        ({"durations": np.ones((5, 5))}, "durations is not kept by labels"),
    ],
)
def test_what_the_arrays_cannot_hold_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(LabelError, match=message):
        labelled([ROW.with_changes(**changes)], [ROUTES], [0])


def test_instances_of_different_sizes_are_refused() -> None:
    with pytest.raises(LabelError, match=r"instances of \[4, 5\] customers"):
        labelled([ROW, generate(5)], [ROUTES, ROUTES], [0, 1])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("XML100_3271_12", (3, 2, 7, 1)),
        ("KML100_1316_s1000000", (1, 3, 1, 6)),
        ("X-n101-k25", (0, 0, 0, 0)),
        ("KML20_111r_s0", (0, 0, 0, 0)),
    ],
)
def test_the_kind_is_in_the_name(name: str, kind: tuple[int, ...]) -> None:
    assert kind_of(name) == kind
