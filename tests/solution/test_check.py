import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check


def small(**changes: Any) -> Instance:
    """Depot (0, 0); customers 1 (3, 4), 2 (0, 8), 3 (6, 8); 1-2 and 1-3 are 5 apart, 2-3 is 6."""
    fields: dict[str, Any] = {
        "demands": [4, 6, 3],
        "capacity": 10,
        "coordinates": [(0, 0), (3, 4), (0, 8), (6, 8)],
        "service": [1, 2, 3],
    }
    return Instance(**{**fields, **changes})


def test_costs_loads_and_durations_match_a_hand_computation() -> None:
    # Route 1: 0-1 5, 1-2 5, 2-0 8: 18, load 4 + 6 = 10, duration 18 + 1 + 2 = 21.
    # Route 2: 0-3 10, 3-0 10: 20, load 3, duration 20 + 3 = 23.
    found = check(small(), Solution(((1, 2), (3,)), 38))
    assert found.ok
    assert found.feasible
    assert found.cost == 38
    assert found.loads == (10, 3)
    assert found.durations == (21, 23)
    assert str(found) == "feasible, 2 routes, cost 38"


@pytest.mark.parametrize(
    ("routes", "changes", "problem"),
    [
        (((1, 2),), {}, "customer 3 is not visited"),
        (((1, 2), (3, 1)), {}, "customer 1 is visited 2 times"),
        (((1, 2), (3, 4)), {}, "there is no customer 4; they are numbered 1 to 3"),
        (((1, 2), (3, 0)), {}, "there is no customer 0; they are numbered 1 to 3"),
        (((1, 2, 3),), {}, "route 1 carries 13, 3 over capacity 10"),
        (((1,), (2,), (3,)), {"vehicles": 2}, "3 routes are more than 2 vehicles can drive"),
        # 1, 3: 5 + 5 + 10 and 1 + 3 service is 24, 0.5 over 23.5.
        (((1, 3), (2,)), {"max_duration": 23.5}, "route 1 lasts 24, 0.5 over the limit 23.5"),
        (
            ((1, 3), (2,)),
            {"max_duration": 23.5, "time_unit": "min"},
            "route 1 lasts 24 min, 0.5 min over the limit 23.5 min",
        ),
    ],
)
def test_every_fault_of_the_routes_is_named(
    routes: tuple[tuple[int, ...], ...], changes: dict[str, Any], problem: str
) -> None:
    found = check(small(**changes), Solution(routes))
    assert found.problems == (problem,)
    assert not found.feasible
    assert f"- {problem}" in str(found)


def test_a_wrong_claimed_cost_is_a_problem_of_feasible_routes() -> None:
    found = check(small(), Solution(((1, 2), (3,)), 37))
    assert found.feasible
    assert not found.ok
    assert found.problems == ("the claimed cost 37 is not the cost of the routes, 38",)


def test_costs_as_solution_files_print_them_are_right() -> None:
    triangle = Instance(demands=[1, 1], capacity=2, coordinates=[(0, 0), (1, 1), (1000, 7777)])
    routes = ((1, 2),)
    cost = check(triangle, Solution(routes)).cost
    for claimed in (cost, round(cost, 2), float(f"{cost:.6g}"), round(cost, 6)):
        assert check(triangle, Solution(routes, claimed)).ok
    for claimed in (round(cost), cost + 0.2, math.nan):
        assert not check(triangle, Solution(routes, claimed)).ok


def test_long_lists_of_problems_are_shortened() -> None:
    many = Instance(demands=[0] * 50, capacity=1, coordinates=[(i, 0) for i in range(51)])
    found = check(many, Solution(((1,),)))
    assert found.problems[-1] == "... and 39 more like this"  # 49 are missing, 10 are named


def test_tenths_that_add_up_to_the_capacity_fit() -> None:
    points = [(i, 0) for i in range(11)]
    instance = Instance(demands=[0.1] * 10, capacity=1, coordinates=points)
    assert check(instance, Solution((tuple(range(1, 11)),))).ok


def test_an_overload_of_one_is_seen_at_any_scale() -> None:
    instance = Instance(demands=[1e8, 1], capacity=1e8, coordinates=[(0, 0), (1, 0), (2, 0)])
    assert not check(instance, Solution(((1, 2),))).feasible


def test_asymmetric_distances_count_in_the_direction_of_travel() -> None:
    matrix = [[0, 1, 10], [20, 0, 2], [3, 30, 0]]
    instance = Instance(demands=[1, 1], capacity=2, distances=matrix)
    assert check(instance, Solution(((1, 2),))).cost == 1 + 2 + 3
    assert check(instance, Solution(((2, 1),))).cost == 10 + 30 + 20


@given(st.permutations(range(1, 8)), st.lists(st.integers(1, 7), min_size=1, max_size=3))
def test_any_division_of_a_permutation_visits_everyone_once(
    tour: list[int], cuts: list[int]
) -> None:
    points = [(i * i, 3 * i) for i in range(8)]
    instance = Instance(demands=[1] * 7, capacity=7, coordinates=points)
    edges = [0, *sorted(cuts), 7]
    routes = tuple(tuple(tour[a:b]) for a, b in pairwise(edges))
    found = check(instance, Solution(routes))
    assert found.feasible
    assert found.cost == pytest.approx(sum(found.distances))
