from itertools import pairwise
from pathlib import Path

import pytest

from kinroute import AfterIterations, Instance, Solution, generate, solve
from kinroute.errors import FormatError, RelatednessError
from kinroute.relatedness import ByRoutes
from kinroute.relatedness.named import named

LINE = Instance(
    demands=[1] * 5,
    capacity=5,
    coordinates=[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (9, 0)],
    name="line",
)
ROUTES = Solution([(1, 5, 3), (4, 2)])


def test_those_beside_on_the_route_come_first_and_then_the_nearest() -> None:
    lists = ByRoutes(ROUTES).neighbours(LINE, 3).ids.tolist()
    assert lists == [[5, 2, 3], [4, 1, 3], [5, 2, 4], [2, 3, 1], [3, 1, 4]]


def test_every_edge_of_the_routes_is_listed_from_two_on() -> None:
    instance = generate(60, seed=2)
    routes = solve(instance, stop=AfterIterations(1)).solution
    ids = ByRoutes(routes).neighbours(instance, 2).ids.tolist()
    for route in routes:
        for a, b in pairwise(route):
            assert b in ids[a - 1]
            assert a in ids[b - 1]


def test_the_oracle_is_named_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "Best.sol"
    ROUTES.write(path)
    oracle = named(f"Oracle:{path}")
    assert oracle is not None
    assert (
        oracle.neighbours(LINE, 3).ids.tolist() == ByRoutes(ROUTES).neighbours(LINE, 3).ids.tolist()
    )
    stop = AfterIterations(3)
    assert solve(LINE, method="D-D", local_search=f"oracle:{path}", stop=stop).feasible


def test_routes_of_another_instance_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sol"
    Solution([(1, 2)]).write(path)
    with pytest.raises(
        RelatednessError, match=r"other\.sol: the routes visit 2 customers; line has"
    ):
        ByRoutes(path).neighbours(LINE, 3)


def test_an_oracle_without_its_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        ByRoutes(tmp_path / "none.sol").neighbours(LINE, 3)
