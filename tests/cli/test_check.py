from pathlib import Path

import pytest

from tests.cli.conftest import Cli

# Depot (0, 0); Bakery (3, 4) 10, Florist (0, 8) 20, Café (6, 8) 15.
# Routes 1 2 and 3 with capacity 30: 5 + 5 + 8 + 10 + 10 = 38.


@pytest.fixture
def sol(tmp_path: Path) -> Path:
    path = tmp_path / "out.sol"
    path.write_text("Route #1: 1 2\nRoute #2: 3\nCost 38\n")
    return path


def test_a_right_solution_passes(cli: Cli, stops: Path, sol: Path) -> None:
    ran = cli("check", stops, sol, "--capacity", 30)
    assert (ran.code, ran.out, ran.err) == (0, f"{sol}: feasible, 2 routes, cost 38\n", "")


@pytest.mark.parametrize(
    ("text", "options", "problem"),
    [
        ("Route #1: 1 2\nCost 18\n", [], "customer 3 ('Café Überall') is not visited"),
        ("Route #1: 1 2\nRoute #2: 3 1\n", [], "customer 1 ('Bakery') is visited 2 times"),
        ("Route #1: 1 2 3 4\n", ["--capacity", 99], "there is no customer 4"),
        ("Route #1: 1 2 3\n", [], "route 1 carries 45, 15 over capacity 30"),
        ("Route #1: 1\nRoute #2: 2\nRoute #3: 3\n", ["--vehicles", 2], "more than 2 vehicles"),
        ("Route #1: 1 2\nRoute #2: 3\nCost 37\n", [], "the claimed cost 37"),
    ],
)
def test_every_problem_is_listed_and_leaves_with_2(
    cli: Cli, stops: Path, sol: Path, text: str, options: list[object], problem: str
) -> None:
    sol.write_text(text)
    ran = cli("check", stops, sol, "--capacity", 30, *options)
    assert ran.code == 2
    assert problem in ran.out


def test_rounding_decides_what_a_cost_should_be(cli: Cli, tmp_path: Path) -> None:
    stops, sol = tmp_path / "s.csv", tmp_path / "s.sol"
    stops.write_text("x,y,demand\n0,0,\n1,1,1\n")
    sol.write_text("Route #1: 1\nCost 2\n")
    rounded = cli("check", stops, sol, "--capacity", 1, "--round")
    assert (rounded.code, rounded.out) == (0, f"{sol}: feasible, 1 route, cost 2\n")
    exact = cli("check", stops, sol, "--capacity", 1, "--no-round")
    assert exact.code == 2
    assert "- the claimed cost 2 is not the cost of the routes, 2.828427" in exact.out
    assert "Distances: Euclidean distances, not rounded" in exact.out


def test_a_solution_that_cannot_be_read_is_named_with_its_line(
    cli: Cli, stops: Path, sol: Path
) -> None:
    sol.write_text("Route #1: 1 two\n")
    ran = cli("check", stops, sol, "--capacity", 30)
    assert ran.code == 2
    assert ran.err == f"kinroute: {sol}, line 1: 'two' is not a customer number\n"
