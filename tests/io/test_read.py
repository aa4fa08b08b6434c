from pathlib import Path

import pytest

from kinroute.errors import FormatError, ImpossibleError
from kinroute.io import read

VRP = """NAME : tiny
DIMENSION : 3
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 10
NODE_COORD_SECTION
1 0 0
2 3 4
3 0 7.7
DEMAND_SECTION
1 0
2 5
3 6
"""


def written(tmp_path: Path, name: str, text: str = VRP) -> Path:
    (tmp_path / name).write_text(text)
    return tmp_path / name


def test_what_the_file_says_can_be_overridden(tmp_path: Path) -> None:
    path = written(tmp_path, "a.vrp")
    plain = read(path)
    assert (plain.capacity, plain.vehicles, plain.distance(0, 2)) == (10, None, 8)
    changed = read(path, capacity=12, vehicles=1, rounding="none")
    assert (changed.capacity, changed.vehicles, changed.distance(0, 2)) == (12, 1, 7.7)
    assert changed.rounding_text == "Euclidean distances, not rounded (as requested)"
    assert read(path, rounding="nearest").rounding_reason == "EUC_2D as CVRPLIB counts it"


def test_a_larger_capacity_saves_an_impossible_file(tmp_path: Path) -> None:
    path = written(tmp_path, "a.vrp", VRP.replace("3 6\n", "3 16\n"))
    with pytest.raises(ImpossibleError, match=r"a.vrp, line 12: demand 16 of customer 2"):
        read(path)
    assert read(path, capacity=16).capacity == 16


def test_overrides_are_checked(tmp_path: Path) -> None:
    path = written(tmp_path, "a.vrp")
    with pytest.raises(ImpossibleError, match="total demand 11"):
        read(path, vehicles=1)


@pytest.mark.parametrize("name", ["a.txt", "a", "a.VRP", "a.dat"])
def test_content_counts_more_than_an_unknown_suffix(tmp_path: Path, name: str) -> None:
    assert read(written(tmp_path, name)).name == "tiny"


def test_a_table_is_known_without_its_suffix(tmp_path: Path) -> None:
    assert read(written(tmp_path, "a.txt", "x,y,demand\n0,0,\n1,1,1\n"), capacity=1).customers == 1


@pytest.mark.parametrize("name", ["a.vrp", "a.csv", "a.npz", "a.txt"])
def test_empty_and_binary_files_are_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(FormatError, match="there is no such file"):
        read(path)
    for content in (b"", b"\x89PNG\r\n\x1a\n\0\0", bytes(range(256))):
        path.write_bytes(content)
        with pytest.raises(FormatError) as caught:
            read(path, capacity=5)
        assert str(caught.value).startswith(str(path))


def test_a_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="this is a directory"):
        read(tmp_path)


@pytest.mark.parametrize("name", ["routes.sol", "routes.vrp", "routes"])
def test_a_solution_is_not_read_as_an_instance(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, "Route #1: 2 1\nRoute #2: 3\nCost 42\n")
    with pytest.raises(FormatError, match="holds the routes of a solution, not an instance"):
        read(path)
