from pathlib import Path

from kinroute import Solution
from tests.solution.export.made_up import plane


def test_routes_and_cost_are_read_back(tmp_path: Path) -> None:
    result = plane()
    result.write(tmp_path / "a.sol")
    assert Solution.read(tmp_path / "a.sol") == result.solution
