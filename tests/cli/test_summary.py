from pathlib import Path

import pytest

from kinroute import Instance, Solution, check
from kinroute.cli.summary import ending, print_summary, problem_lines
from kinroute.search.auto import Settings
from kinroute.search.config import PAPER
from kinroute.solution.result import Result

# Depot (0, 0); 0-1 5, 1-2 5, 2-0 8, 0-3 10: routes 1 2 and 3 cost 38. Demands 10, 20, 15.
SMALL = Instance(
    demands=[10, 20, 15],
    capacity=30,
    coordinates=[(0, 0), (3, 4), (0, 8), (6, 8)],
    name="small",
)


def result(instance: Instance, routes: list[tuple[int, ...]], **changes: object) -> Result:
    solution = Solution(routes)
    values = {
        "instance": instance,
        "solution": solution,
        "check": check(instance, solution),
        "method": "D-O",
        "seed": 3,
        "iterations": 100,
        "restarts": 0,
        "runtime": 1.5,
        "trace": (),
        "stopped_by": "time",
        "settings": Settings(PAPER, "set by the caller"),
        **changes,
    }
    return Result(**values)  # type: ignore[arg-type]


FEASIBLE = result(SMALL, [(1, 2), (3,)])
INFEASIBLE = result(SMALL, [(1, 2, 3)])


def test_the_ending_gives_time_reason_cost_and_iterations() -> None:
    assert ending(FEASIBLE) == "ended after 1.5 s (time limit reached): cost 38, 100 iterations"
    assert "no feasible solution" in ending(INFEASIBLE)


def test_the_summary_has_the_figures_and_the_routes(capsys: pytest.CaptureFixture[str]) -> None:
    print_summary(FEASIBLE, None)
    assert capsys.readouterr().out.splitlines() == [
        "instance    small, 3 customers",
        "distances   Euclidean distances, not rounded",
        "cost        38 (distance)",
        "routes      2 (at least 2 are needed)",
        "feasible    yes",
        "iterations  100, method D-O, seed 3",
        "time        1.5 s (time limit reached)",
        "",
        "Route #1 (load 30 of 30, length 18): 1 2",
        "Route #2 (load 15 of 30, length 20): 3",
    ]


def test_with_a_limit_or_service_a_route_has_a_duration(
    capsys: pytest.CaptureFixture[str],
) -> None:
    timed = SMALL.with_changes(service=[1.0, 1.0, 1.0], max_duration=40)
    print_summary(result(timed, [(1, 2), (3,)]), None)
    assert "Route #1 (load 30 of 30, length 18, duration 20 of 40): 1 2" in capsys.readouterr().out


def test_names_stand_for_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    named = SMALL.with_changes(names=("Bakery", "Florist [new]", "Café"))
    print_summary(result(named, [(1, 2), (3,)]), None)
    assert "): Bakery, Florist [new]\n" in capsys.readouterr().out


def test_violated_limits_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    print_summary(INFEASIBLE, None)
    assert "feasible    no: route 1 carries 45, 15 over capacity 30" in capsys.readouterr().out


def test_a_long_list_of_problems_is_shortened() -> None:
    many = Instance(demands=[1] * 9, capacity=9, coordinates=[(k, 0) for k in range(10)])
    lines = problem_lines(result(many, [(1, 2)]))
    assert len(lines) == 6
    assert lines[0] == "customer 3 is not visited"
    assert lines[-1] == "… and 2 more"


def test_many_routes_are_shortened_with_where_to_find_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    many = Instance(demands=[1] * 25, capacity=1, coordinates=[(k, 0) for k in range(26)])
    found = result(many, [(k,) for k in range(1, 26)])
    print_summary(found, None)
    assert capsys.readouterr().out.splitlines()[-1] == "… and 5 more, -o FILE writes them all"
    print_summary(found, Path("out.sol"))
    assert capsys.readouterr().out.splitlines()[-1] == "… and 5 more, see out.sol"


def test_a_terminal_gets_tables(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "100")
    print_summary(FEASIBLE, None)
    out = capsys.readouterr().out
    assert "customers, in order" in out
    assert "30 of 30" in out
