import json
from pathlib import Path

import pytest

import kinroute
from kinroute import AfterIterations, Instance, Result, Solution
from tests.solution.export.made_up import result_of

# One route 0-1-2-0 on a line: 1 + 1 + 2 = 4.
LINE = Instance(demands=[1, 1], capacity=2, coordinates=[(0, 0), (1, 0), (2, 0)], name="line")


@pytest.fixture
def result() -> Result:
    return kinroute.solve(LINE, method="d-o", seed=7, stop=AfterIterations(3))


def test_a_result_knows_its_cost_and_routes(result: Result) -> None:
    assert result.cost == 4
    assert [sorted(route) for route in result.routes] == [[1, 2]]
    assert result.solution == Solution(result.routes, 4)
    assert result.feasible
    assert result.check.ok
    assert (result.method, result.seed, result.iterations, result.restarts) == ("D-O", 7, 3, 0)
    assert result.stopped_by == "iterations"


def test_a_result_is_written_as_a_solution_file(result: Result, tmp_path: Path) -> None:
    result.write(tmp_path / "out.sol")
    again = Solution.read(tmp_path / "out.sol")
    assert again == result.solution
    assert "Cost 4\n" in (tmp_path / "out.sol").read_text()


def test_a_result_in_plain_values_survives_json(result: Result) -> None:
    values = json.loads(json.dumps(result.as_dict()))
    assert values["instance"] == "line"
    assert values["cost"] == 4
    assert isinstance(values["cost"], int)
    assert values["feasible"] is True
    assert values["routes"] == [list(route) for route in result.routes]
    assert values["trace"][-1]["cost"] == 4
    assert values["problems"] == []
    assert "names" not in values
    assert set(values) >= {"method", "seed", "iterations", "runtime", "stopped_by"}


def test_fractional_costs_stay_fractional() -> None:
    diagonal = Instance(demands=[1], capacity=1, coordinates=[(0, 0), (1, 1)])
    values = kinroute.solve(diagonal, stop=AfterIterations(1)).as_dict()
    assert values["cost"] == pytest.approx(2 * 2**0.5)


def test_names_are_told_where_there_are_any() -> None:
    named = LINE.with_changes(names=("bakery", "pub"))
    values = kinroute.solve(named, stop=AfterIterations(1)).as_dict()
    assert sorted(values["names"][0]) == ["bakery", "pub"]
    flat = [("bakery", "pub")[c - 1] for c in values["routes"][0]]
    assert values["names"] == [flat]


def test_the_trace_ends_at_the_cost_of_the_result() -> None:
    result = kinroute.solve(kinroute.generate(25, seed=1), stop=AfterIterations(50))
    costs = [at.cost for at in result.trace]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1] == result.cost


def test_a_result_prints_cost_and_feasibility_in_one_line(result: Result) -> None:
    text = "Result(cost=4, feasible=True, routes=1, method='D-O', seed=7, iterations=3, "
    assert repr(result).startswith(text)
    assert len(repr(result)) < 200


def test_the_units_are_said(result: Result) -> None:
    assert result.as_dict()["units"] == {"distance": "", "time": ""}
    timed = LINE.with_changes(distance_unit="km", speed=30)
    assert result_of(timed, [[1, 2]]).as_dict()["units"] == {"distance": "km", "time": "min"}


def test_itineraries_are_computed_once(result: Result) -> None:
    assert result.itineraries is result.itineraries
    assert [stop.node for stop in result.itineraries[0].customers] == list(result.routes[0])
