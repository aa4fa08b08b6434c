from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.errors import FormatError, InputError, InstanceError
from kinroute.io import read
from kinroute.problem.instance import Instance

MATRIX = [[0, 1, 2], [3, 0, 4], [5, 6, 0]]


def table(tmp_path: Path, text: str, capacity: float | None = 20) -> Instance:
    (tmp_path / "m.csv").write_text(text)
    return read(tmp_path / "m.csv", capacity=capacity)


def archive(tmp_path: Path, asked: float | None = None, **arrays: Any) -> Instance:
    np.savez(tmp_path / "m.npz", **arrays)
    return read(tmp_path / "m.npz", capacity=asked)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("0,1,2\n3,0,4\n5,6,0\n", None),
        ("0;1;2\n3;0;4\n5;6;0\n", None),
        ("a,b,c\n0,1,2\n3,0,4\n5,6,0\n", None),
        (",a,b,c\na,0,1,2\nb,3,0,4\nc,5,6,0\n", ("b", "c")),
        (",10,20,30\n10,0,1,2\n20,3,0,4\n30,5,6,0\n", ("20", "30")),
        ("a,0,1,2\nb,3,0,4\nc,5,6,0\n", ("b", "c")),
        ("0,1,2\n3,,4\n5,6,\n", None),
    ],
)
def test_matrices_come_with_and_without_names(
    tmp_path: Path, text: str, names: tuple[str, ...] | None
) -> None:
    instance = table(tmp_path, text)
    assert instance.distances is not None
    assert instance.distances.tolist() == MATRIX
    assert instance.names == names
    assert instance.demands.tolist() == [1, 1]


def test_a_column_of_demands_is_taken(tmp_path: Path) -> None:
    instance = table(tmp_path, "name,a,b,c,demand\na,0,1,2,\nb,3,0,4,7\nc,5,6,0,8\n")
    assert instance.demands.tolist() == [7, 8]
    assert instance.names == ("b", "c")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0,1,2\n3,0,4\n", "row 1: 3 distances in a matrix of 2 rows; it must be square"),
        ("0,1,2\n3,0\n5,6,0\n", "row 2: 2 distances in a matrix of 3 rows"),
        ("0,1,2\n3,0,-4\n5,6,0\n", "row 2: the distance -4 must be 0 or more"),
        ("0,1,2\n3,0,x\n5,6,0\n", "row 2: 'x' is not a number"),
        ("0,1,2\n3,0,\n5,6,0\n", "row 2: '' is not a number"),
        ("0,1,2\n3,0,inf\n5,6,0\n", "row 2: 'inf' is not a finite number"),
        (",a,b,c\na,0,1,2\nc,3,0,4\nb,5,6,0\n", "row 3: 'c' is row 2, but column 2 is 'b'"),
        (",a,b\na,0,1,2\nb,3,0,4\nc,5,6,0\n", "row 4: 'c' is row 3, but column 3 is ''"),
        ("a,b,demand\n0,1,0\n1,0,x\n", "row 3: demand 'x' is not a number"),
        ("a,b,c\n", "there are no distances"),
        ("30,40,0\n1,1,5\n", "name their columns x,y"),
    ],
)
def test_odd_matrices_are_refused_by_row(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        table(tmp_path, text)


def test_the_capacity_must_be_given(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="a matrix has no capacity; give it"):
        table(tmp_path, "0,1\n1,0\n", capacity=None)


def test_an_archive_may_hold_everything(tmp_path: Path) -> None:
    instance = archive(
        tmp_path,
        distances=np.array(MATRIX),
        demands=[0, 4, 5],
        capacity=9,
        coordinates=[(0, 0), (1, 0), (2, 0)],
        service=[1.0, 2.0],
        max_duration=100.0,
        vehicles=2,
        names=["hub", "Inn", "Bar"],
    )
    assert instance.distance(1, 2) == 4
    assert instance.demands.tolist() == [4, 5]
    assert (instance.capacity, instance.max_duration, instance.vehicles) == (9, 100, 2)
    assert instance.names == ("Inn", "Bar")
    assert instance.service.tolist() == [1, 2]


def test_an_archive_needs_no_more_than_distances(tmp_path: Path) -> None:
    assert archive(tmp_path, 5, distances=MATRIX).demands.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("arrays", "kind", "reason"),
    [
        ({"heat": MATRIX}, FormatError, "there is no array 'distances'"),
        ({"distances": [[0, 1, 2]]}, InstanceError, "must be square"),
        ({"distances": 7}, InstanceError, "must be square"),
        ({"distances": [[0, -1], [1, 0]]}, InstanceError, "-1 from node 0 to node 1"),
        ({"distances": [[0, np.nan], [1, 0]]}, InstanceError, "nan from node 0 to node 1"),
        ({"distances": MATRIX, "capacity": [1, 2]}, FormatError, "capacity has shape"),
        ({"distances": MATRIX, "vehicles": 1.5}, FormatError, "vehicles 1.5"),
        ({"distances": MATRIX, "vehicles": np.inf}, FormatError, "vehicles inf"),
        ({"distances": MATRIX, "max_duration": "x"}, FormatError, "max_duration is not a number"),
        ({"distances": MATRIX, "demands": ["a", "b"]}, InstanceError, "demand must be numbers"),
        ({"distances": MATRIX, "demands": [1, 200]}, InstanceError, "demand 200 of customer 2"),
        ({"distances": np.array([{}], dtype=object)}, FormatError, "not a .npz file of plain"),
    ],
)
def test_odd_archives_are_refused_by_name(
    tmp_path: Path, arrays: dict[str, Any], kind: type[InputError], reason: str
) -> None:
    with pytest.raises(kind, match=reason):
        archive(tmp_path, None if "capacity" in arrays else 9, **arrays)


def complaint(path: Path) -> str:
    """Return what is wrong with a file, or "fine"; any other exception is a bug."""
    try:
        read(path, capacity=20)
    except InputError as error:
        return str(error)
    return "fine"


@settings(deadline=None)
@given(st.data())
def test_a_mutated_archive_is_an_instance_or_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "mutated.npz"
    np.savez_compressed(path, distances=MATRIX, demands=[1, 2], capacity=9)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    assert complaint(path).startswith((str(path), "fine"))


@given(st.text(max_size=12), st.integers(0, 40), st.integers(0, 10))
def test_a_mutated_table_is_an_instance_or_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, noise: str, at: int, cut: int
) -> None:
    text = ",a,b,c\na,0,1,2\nb,3,0,4\nc,5,6,0\n"
    path = tmp_path_factory.getbasetemp() / "mutated_matrix.csv"
    path.write_bytes((text[:at] + noise + text[at + cut :]).encode("utf-8", "surrogatepass"))
    assert complaint(path).startswith((str(path), "fine"))
