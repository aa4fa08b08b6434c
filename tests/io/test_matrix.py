from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.errors import FormatError, InputError, InputWarning
from kinroute.io import read
from kinroute.problem.instance import Instance

MATRIX = [[0, 1, 2], [3, 0, 4], [5, 6, 0]]


def table(tmp_path: Path, text: str, capacity: float | None = 20) -> Instance:
    (tmp_path / "m.csv").write_text(text)
    return read(tmp_path / "m.csv", capacity=capacity)


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
    with pytest.warns(InputWarning, match="every customer gets demand 1"):
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
        ("0,1,2\n3,0,-inf\n5,6,0\n", "row 2: '-inf' is not a finite number"),
        ("Ort,Breite,Menge\na,1,2\nb,3,4\n", "row 1: none of the columns 'Ort', 'Breite', 'Menge'"),
        (",a,b,c\na,0,1,2\nc,3,0,4\nb,5,6,0\n", "row 3: 'c' is row 2, but column 2 is 'b'"),
        (",a,b\na,0,1,2\nb,3,0,4\nc,5,6,0\n", "row 4: 'c' is row 3, but column 3 is ''"),
        ("a,b,demand\n0,1,0\n1,0,x\n", "row 3: demand 'x' is not a number"),
        ("a,b,c\n", "there are no distances"),
        ("a,b,demand,tw_end\n0,1,0,9\n1,0,1,9\n", "row 1: the column 'tw_end' states time windows"),
        ("a,b,demand,qty\n0,1,0,9\n1,0,1,9\n", "row 1: the columns 'demand' and 'qty' are both"),
        ("30,40,0\n1,1,5\n", "name their columns x,y"),
    ],
)
def test_odd_matrices_are_refused_by_row(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        table(tmp_path, text)


def test_the_capacity_must_be_given(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="a matrix has no capacity; give it"):
        table(tmp_path, "0,1\n1,0\n", capacity=None)


@pytest.mark.parametrize("cell", ["", "inf", "Infinity"])
def test_a_blank_or_infinite_cell_forbids_an_arc(tmp_path: Path, cell: str) -> None:
    instance = table(tmp_path, f"a,b,c,demand\n0,1,2,0\n3,0,{cell},1\n5,6,0,1\n")
    assert instance.is_forbidden(1, 2)
    assert not instance.is_forbidden(2, 1)


def test_service_may_stand_beside_the_distances(tmp_path: Path) -> None:
    text = "name,a,b,c,qty,service\na,0,1,2,,\nb,3,0,4,7,2\nc,5,6,0,8,\n"
    instance = table(tmp_path, text)
    assert instance.demands.tolist() == [7, 8]
    assert instance.service.tolist() == [2, 0]


def test_nodes_may_be_named_like_columns(tmp_path: Path) -> None:
    text = "name,open,size,c,demand\nopen,0,1,2,\nsize,3,0,4,7\nc,5,6,0,8\n"
    assert table(tmp_path, text).names == ("size", "c")


def test_a_blank_diagonal_is_no_header(tmp_path: Path) -> None:
    with pytest.warns(InputWarning):
        instance = table(tmp_path, ",1,2\n3,,4\n5,6,\n")
    assert instance.distances is not None
    assert instance.distances.tolist() == MATRIX


def complaint(path: Path) -> str:
    """Return what is wrong with a file, or "fine"; any other exception is a bug."""
    try:
        read(path, capacity=20)
    except InputError as error:
        return str(error)
    return "fine"


@pytest.mark.filterwarnings("ignore::kinroute.errors.InputWarning")
@given(st.text(max_size=12), st.integers(0, 40), st.integers(0, 10))
def test_a_mutated_table_is_an_instance_or_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, noise: str, at: int, cut: int
) -> None:
    text = ",a,b,c\na,0,1,2\nb,3,0,4\nc,5,6,0\n"
    path = tmp_path_factory.getbasetemp() / "mutated_matrix.csv"
    path.write_bytes((text[:at] + noise + text[at + cut :]).encode("utf-8", "surrogatepass"))
    assert complaint(path).startswith((str(path), "fine"))
