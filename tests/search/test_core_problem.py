import math
from typing import Any

import numpy as np
import pytest

from kinroute import Instance, solve
from kinroute._core import testing
from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER
from kinroute.search.core_problem import _Conversion, core_problem
from kinroute.search.fleet import fleet
from kinroute.search.stop import AfterIterations


def instance(**changes: Any) -> Instance:
    values: dict[str, Any] = {
        "demands": [1, 1],
        "capacity": 2,
        "coordinates": [(0, 0), (3, 4), (6, 8)],
    }
    return Instance(**{**values, **changes})


@pytest.mark.parametrize(
    ("changes", "scale"),
    [
        ({"rounding": "nearest"}, 1_000),  # whole distances: thousandths are plenty
        ({"distances": [[0, 1, 2], [1, 0, 3], [2, 3, 0]], "coordinates": None}, 1_000),
        ({}, 1_000_000),  # as fine as it gets
        ({"coordinates": [(0, 0), (300, 0), (0, 1)]}, 100_000),  # 301 · 10⁶ would be above 2²⁸
        ({"coordinates": [(0, 0), (2e8, 0), (0, 1)]}, 1),
        ({"coordinates": [(0, 0), (2e8, 0), (0, 1)], "rounding": "nearest"}, 1),
        ({"metric": "great_circle"}, 10_000),  # half the earth is 20,000 km
    ],
)
def test_costs_are_counted_as_finely_as_the_longest_distance_allows(
    changes: dict[str, object], scale: float
) -> None:
    assert core_problem(instance(**changes)).cost_scale == scale


@pytest.mark.parametrize(
    ("demands", "capacity", "scale"),
    [
        ([1, 2], 5, 1),
        ([0.5, 2], 5, 10),
        ([1, 2], 5.25, 100),
        ([1 / 3, 2], 5, 1_000_000),
        ([1e12, 1e12], 2e12, 1e-4),  # 2·10¹² · 10⁻⁴ is below 2³⁰, ten times that is not
    ],
)
def test_demands_become_whole_numbers(demands: list[float], capacity: float, scale: float) -> None:
    core = core_problem(instance(demands=demands, capacity=capacity))
    assert core.demand_scale == pytest.approx(scale)


def test_penalties_are_scaled_by_cost_and_demand() -> None:
    # However many are feasible, a unit of load costs at least a tenth of a unit of cost.
    core = core_problem(instance(demands=[0.5, 1], rounding="nearest"))
    all_feasible = [[True] * 100] * 60
    weights = testing.adapted_penalties(core.problem, core_config(PAPER).penalties, all_feasible)
    assert weights[-1] == 0.1 * 1000 / 10


def test_the_fleet_is_the_users_bound_or_generous() -> None:
    many = instance(demands=[1] * 50, capacity=10, coordinates=np.zeros((51, 2)))
    assert fleet(many) == math.ceil(1.3 * 50 / 10) + 3 == 10
    assert fleet(many, routes=30) == 30
    assert fleet(many.with_changes(vehicles=6), routes=30) == 6
    assert fleet(instance()) == 2  # never more than customers
    assert fleet(instance(vehicles=9)) == 2


def test_the_fleet_is_large_enough_to_be_packed() -> None:
    # 1.3 · 20 · 0.51 + 3 is 17, but no two of the 20 fit together.
    halves = instance(demands=[0.51] * 20, capacity=1, coordinates=np.zeros((21, 2)))
    assert fleet(halves) == 20


def test_the_fleet_allows_for_short_durations() -> None:
    # Twelve customers, each 5 away in its own direction; a limit of 11 allows one per route.
    angles = 2 * np.pi * np.arange(12) / 12
    ring = [(0, 0), *zip(5 * np.cos(angles), 5 * np.sin(angles), strict=True)]
    short = instance(demands=[1] * 12, capacity=12, coordinates=ring, max_duration=11)
    assert fleet(short) == 12


def travel_limits(instance: Instance) -> int:
    """The number of limits on duration or distance that the core is given."""
    return len(_Conversion(instance, np.arange(instance.customers + 1), 0)._travel_limits())


def test_a_duration_limit_that_cannot_bind_is_dropped() -> None:
    # No route can last longer than all services and three of the longest legs.
    free = instance(max_duration=1e18, service=1e8)
    assert travel_limits(free) == 0
    assert core_problem(free).problem.customers == 2
    assert travel_limits(instance()) == 0
    assert travel_limits(instance(max_duration=21)) == 1


def test_asymmetric_distances_are_kept_as_they_are() -> None:
    core = core_problem(instance(distances=[[9, 1, 2], [3, 9, 4], [5, 6, 9]], coordinates=None))
    found = [[core.problem.distance(i, j) for j in range(3)] for i in range(3)]
    assert found == [[0, 1000, 2000], [3000, 0, 4000], [5000, 6000, 0]]


def test_an_arc_that_is_cut_off_does_not_fit_into_a_limit() -> None:
    # Customer 5 is only near behind customer 4, who fills a vehicle: no route visits 5 within 10⁶.
    near = np.random.default_rng(1).random((13, 13)) * 10
    near[:, 5], near[4, 5] = 1e8, 1
    demands = [10 if customer == 4 else 1 for customer in range(1, 13)]
    far = Instance(demands=demands, capacity=10, distances=near, max_distance=1e6)
    assert not solve(far, stop=0.2).feasible
    assert solve(far.with_changes(max_distance=2e8), stop=0.2).feasible


def test_a_limit_that_is_exactly_reached_with_fractional_service_is_kept() -> None:
    # Out 5, back 5, and twelve times 1/3 are 14: one route, not two.
    there = np.zeros((13, 13))
    there[0] = there[:, 0] = 5
    thirds = Instance(
        demands=np.ones(12), capacity=12, distances=there, service=1 / 3, max_duration=14
    )
    assert solve(thirds, stop=0.2).cost == 10
    apart = thirds.with_changes(distances=there * 1.1, max_duration=15)
    assert solve(apart, stop=0.2).cost == pytest.approx(11)
    assert solve(thirds.with_changes(max_duration=13.99), stop=0.2).cost == 20


@pytest.mark.parametrize(
    "changes",
    [
        {"demands": np.full(20, 1e-10), "capacity": 1e-9},
        {"distance_cost": 1e9},
        {"distance_cost": 0, "duration_cost": 1, "speed": 1e-9},
    ],
)
def test_the_units_of_demand_and_cost_do_not_change_the_routes(changes: dict[str, Any]) -> None:
    points = np.random.default_rng(5).random((21, 2)) * 100
    tight = Instance(demands=np.ones(20), capacity=10, coordinates=points, vehicles=2)
    stop = AfterIterations(1_000)
    expected = solve(tight, method="D-O", stop=stop)
    found = solve(tight.with_changes(**changes), method="D-O", stop=stop)
    assert found.feasible
    assert math.fsum(found.check.distances) == pytest.approx(expected.cost)
