from pathlib import Path

import numpy as np
import pytest

from kinroute.errors import SolutionError
from kinroute.solution import Solution


def test_any_nested_iterable_of_whole_numbers_makes_routes() -> None:
    expected = ((1, 2), (3,))
    assert Solution([[1, 2], [], [3]]).routes == expected
    assert Solution((iter([1, 2]), np.array([3]))).routes == expected


def test_a_solution_counts_its_routes_and_visits() -> None:
    solution = Solution(((1, 2), (3,)), 12)
    assert len(solution) == 2
    assert list(solution) == [(1, 2), (3,)]
    assert solution.customers == 3
    assert isinstance(solution.cost, float)


@pytest.mark.parametrize("routes", [[[1.5]], [["a"]], [3]])
def test_what_is_no_route_is_refused(routes: object) -> None:
    with pytest.raises(SolutionError, match="route 1 is"):
        Solution(routes)  # type: ignore[arg-type]


def test_a_solution_reads_back_as_it_was_written(tmp_path: Path) -> None:
    solution = Solution(((2, 1), (3,)), 784.25)
    solution.write(tmp_path / "a.sol")
    assert (tmp_path / "a.sol").read_text() == "Route #1: 2 1\nRoute #2: 3\nCost 784.25\n"
    assert Solution.read(tmp_path / "a.sol") == solution
