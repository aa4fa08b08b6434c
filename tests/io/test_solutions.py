from pathlib import Path

import pytest
import vrplib
from hypothesis import given
from hypothesis import strategies as st

from kinroute.errors import FormatError
from kinroute.io.solutions import read_solution, solution_text
from kinroute.solution import Solution


def parsed(tmp_path: Path, text: str) -> tuple[list[tuple[int, ...]], float | None]:
    (tmp_path / "a.sol").write_text(text)
    return read_solution(tmp_path / "a.sol")


@pytest.mark.parametrize(
    "text",
    [
        "Route #1: 1 2 3\nRoute #2: 4\nCost 27.5\n",
        "cost: 27.5\nroute 1 : 1 2 3 \nROUTE 2:\t4",
        "Route #1: 1, 2, 3\n\nRoute #2: 4\n\nCost = 27.5",
        "Route #1 1 2 3\r\nRoute #2 4\r\nCOST 27.5\r\n",
    ],
)
def test_solution_files_are_read_as_they_occur(tmp_path: Path, text: str) -> None:
    assert parsed(tmp_path, text) == ([(1, 2, 3), (4,)], 27.5)


def test_the_cost_may_be_missing(tmp_path: Path) -> None:
    assert parsed(tmp_path, "Route #1: 1\n") == ([(1,)], None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Route #1: 1 x 3\n", "line 1: 'x' is not a customer number"),
        ("Route #1: 1 -3\n", "line 1: '-3' is not a customer number"),
        ("Route #1: 1\nTotal 4\n", "line 2: 'Total 4' is neither"),
        ("Route #1: 1\nCost nan\n", "line 2: 'nan' is not a finite number"),
        ("Route #1: 1\nCost 1\nCost 2\n", "line 3: the cost is given a second time"),
        ("Cost 12\n", "there is no line 'Route"),
        ("Route #1: 99999999999999999999\n", "not a customer number"),
    ],
)
def test_anything_else_is_refused_with_its_line(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        parsed(tmp_path, text)


def test_costs_are_printed_without_needless_digits() -> None:
    for cost, line in ((784.0, "Cost 784"), (5623.47, "Cost 5623.47"), (1 / 3, "Cost 0.333333")):
        assert solution_text([(1,)], cost).splitlines()[-1] == line


routes = st.lists(
    st.lists(st.integers(1, 10_000), min_size=1, max_size=8).map(tuple), min_size=1, max_size=6
).map(tuple)


@given(routes, st.none() | st.integers(0, 10**9) | st.floats(0, 1e9).map(lambda x: round(x, 6)))
def test_what_is_written_reads_back_here_and_elsewhere(
    tmp_path_factory: pytest.TempPathFactory,
    routes: tuple[tuple[int, ...], ...],
    cost: float | None,
) -> None:
    path = tmp_path_factory.getbasetemp() / "round_trip.sol"
    Solution(routes, cost).write(path)
    again = Solution.read(path)
    assert again.routes == routes
    assert again.cost == (None if cost is None else pytest.approx(cost, abs=1e-6))
    oracle = vrplib.read_solution(path)
    assert oracle["routes"] == [list(route) for route in routes]


def complaint(path: Path) -> str:
    """Return what is wrong with a file, or "fine"; any other exception is a bug."""
    try:
        Solution.read(path)
    except FormatError as error:
        return str(error)
    return "fine"


@given(st.binary(max_size=40), st.integers(0, 60), st.integers(0, 10))
def test_a_mutated_file_is_a_solution_or_a_format_error(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int, cut: int
) -> None:
    content = b"Route #1: 1 2 3\nRoute #2: 4 5\nCost 784\n"
    path = tmp_path_factory.getbasetemp() / "mutated.sol"
    path.write_bytes(content[:at] + noise + content[at + cut :])
    assert complaint(path).startswith((str(path), "fine"))
