"""Instances that a hostile, or careless, user could give the search."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import kinroute
from kinroute import AfterIterations, Instance, Solution, check
from kinroute.errors import ImpossibleError
from kinroute.io import write_vrplib

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.xdist_group("machine"),  # not beside what takes all cores
]

# A build with sanitizers (`make asan`) promises less.
SLOWER = 20 if "KINROUTE_SLOW_BUILD" in os.environ else 1
LIMIT, OVERRUN, LEAVING = 5.0, 0.02, 0.3
TRIES = 3

Floats = npt.NDArray[np.float64]


def out_and_back(service: float = 0.0) -> Instance:
    """3,000 customers whose farthest one takes all the time that a route has."""
    points = np.random.default_rng(1).uniform(0, 1000, (3001, 2))
    instance = Instance(demands=[1] * 3000, capacity=3000, coordinates=points)
    farthest = max(instance.distance(0, i) for i in range(1, 3001))
    return instance.with_changes(service=service, max_duration=2 * farthest + service)


def matrix(n: int, seed: int) -> Floats:
    """Asymmetric distances between random points; ways differ by up to a tenth."""
    rng = np.random.default_rng(seed)
    points = rng.uniform(0, 100, (n + 1, 2))
    steps = points[:, None] - points[None]
    return np.asarray(np.hypot(*steps.T) * rng.uniform(1, 1.1, (n + 1, n + 1)))


def solved(instance: Instance, **changes: Any) -> kinroute.Result:
    return kinroute.solve(instance, stop=AfterIterations(500), **changes)


def overrun(instance: Instance, seconds: float) -> float:
    """The least of a few tries, as other programs run beside the tests."""
    found = []
    for _ in range(TRIES):
        began = time.perf_counter()
        assert kinroute.solve(instance, stop=seconds).feasible
        found.append(time.perf_counter() - began - seconds)
        if found[-1] < allowed(seconds):
            break
    return min(found)


def allowed(seconds: float) -> float:
    return max(0.05, OVERRUN * seconds) * SLOWER


@pytest.mark.parametrize("service", [0.0, 10.0])
def test_a_limit_of_one_out_and_back_is_kept_in_time(service: float) -> None:
    assert overrun(out_and_back(service), LIMIT) < allowed(LIMIT)


def test_ctrl_c_ends_a_search_under_a_limit_of_one_out_and_back_at_once(tmp_path: Path) -> None:
    write_vrplib(out_and_back(), tmp_path / "far.vrp")
    words = ["solve", "far.vrp", "--time-limit", "60", "--quiet", "-o", "far.sol"]
    took = []
    for _ in range(TRIES):
        process = subprocess.Popen([sys.executable, "-m", "kinroute", *words], cwd=tmp_path)
        time.sleep(3 * SLOWER)
        process.send_signal(signal.SIGINT)
        began = time.perf_counter()
        assert process.wait(timeout=60) == 130
        took.append(time.perf_counter() - began)
        if took[-1] < LEAVING * SLOWER:
            break
    assert min(took) < LEAVING * SLOWER
    assert check(out_and_back(), Solution.read(tmp_path / "far.sol")).feasible


@pytest.mark.parametrize("method", ["auto", "D-O"])
def test_without_a_bound_there_are_as_many_vehicles_as_it_takes(method: str) -> None:
    # Out and back is 2 for each of 30; from one to another it would be 100.
    apart = np.full((31, 31), 100.0)
    apart[0, :] = apart[:, 0] = 1
    star = Instance(demands=[1] * 30, capacity=30, distances=apart)
    assert solved(star, method=method).cost == 60


@pytest.mark.parametrize("seed", range(4))
def test_one_huge_distance_is_no_worse_than_a_forbidden_arc(seed: int) -> None:
    distances = matrix(20, seed)
    costs = []
    for entry in (np.inf, 1e8):
        distances[3, 5] = entry
        instance = Instance(demands=[1] * 20, capacity=6, distances=distances)
        result = solved(instance)
        assert result.feasible
        assert all((3, 5) not in pairwise(route) for route in result.routes)
        costs.append(result.cost)
    assert costs[0] == pytest.approx(costs[1], rel=1e-9)


@pytest.mark.parametrize("method", ["auto", "D-O"])
def test_an_arc_that_takes_longer_than_a_large_limit_is_never_used(method: str) -> None:
    # Customers 8 and 9 are far away and side by side, but the way between them leads over
    # customer 7: 1000 out, twice 993, and 1000 back, as they are 0.001 longer for 9.
    points = [*((i, 0) for i in range(8)), (1000, 0), (1000, 1)]
    durations = np.ones((10, 10))
    durations[8, 9] = durations[9, 8] = 1e8
    instance = Instance(
        demands=[1] * 9, capacity=9, coordinates=points, durations=durations, max_duration=8e7
    )
    result = solved(instance, method=method)
    assert result.feasible
    assert result.cost == pytest.approx(3986.001, abs=1e-3)
    assert all({8, 9} != set(arc) for route in result.routes for arc in pairwise(route))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("by_matrix", [False, True])
def test_ways_to_far_clusters_count_in_full(by_matrix: bool, seed: int) -> None:
    # Four clusters of 0.02, 500 from the depot at 0, 60, 120 and 180 degrees; 100 + 10 + 10 + 10
    # customers, 7 on a route. Full routes are 14 + 1 + 1 + 1 times 1000, and what is left, 2 and
    # three times 3, goes in pairs of neighbours: 2 * 1500.
    rng = np.random.default_rng(1)
    angles = np.repeat(np.radians([0, 60, 120, 180]), [100, 10, 10, 10])
    centres = 500 * np.column_stack((np.cos(angles), np.sin(angles)))
    points = np.vstack(([0, 0], centres + rng.uniform(0, 0.02, centres.shape)))
    legs = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=-1))
    geometry: dict[str, Any] = {"distances": legs} if by_matrix else {"coordinates": points}
    instance = Instance(demands=[1] * 130, capacity=7, **geometry)
    result = solved(instance, method="D-O", seed=seed)
    assert 19_999 < result.cost < 20_001


@pytest.mark.parametrize("seed", range(2))
def test_tiny_distances_count_beside_large_service_times(seed: int) -> None:
    # Five customers fill the time of a route as five fill a vehicle.
    points = np.random.default_rng(seed).uniform(0, 100, (21, 2))
    large = Instance(demands=[1] * 20, capacity=5, coordinates=points)
    tiny = Instance(
        demands=[1] * 20,
        capacity=20,
        coordinates=points * 1e-8,
        service=36_000,
        max_duration=5 * 36_000 + 1,
    )
    assert solved(tiny).cost == pytest.approx(1e-8 * solved(large).cost, rel=1e-6)


@pytest.mark.parametrize("method", ["auto", "D-O"])
@pytest.mark.parametrize("of", ["distances", "durations"])
def test_forbidden_arcs_are_never_used(of: str, method: str) -> None:
    rng = np.random.default_rng(3)
    forbidden = rng.random((41, 41)) < 0.5
    forbidden[0, :] = forbidden[:, 0] = False
    legs: dict[str, Any] = {"distances": matrix(40, 3), "durations": matrix(40, 4)}
    legs[of][forbidden] = np.inf
    instance = Instance(demands=[1] * 40, capacity=8, **legs)
    result = solved(instance, method=method)
    assert result.feasible
    arcs = [arc for route in result.routes for arc in pairwise((0, *route, 0))]
    assert not any(forbidden[arc] for arc in arcs)
    # More than half of the savings of the unrestricted problem are still to be had.
    alone = sum(legs["distances"][0, i] + legs["distances"][i, 0] for i in range(1, 41))
    assert result.cost < 0.6 * alone


@pytest.mark.parametrize("n", [3, 12])
def test_thirds_of_a_large_capacity_fit_three_times(n: int) -> None:
    points = np.random.default_rng(1).uniform(0, 100, (n + 1, 2))
    thirds = Instance(demands=[333333.333333] * n, capacity=1_000_000, coordinates=points)
    whole = Instance(demands=[1] * n, capacity=3, coordinates=points)
    result = solved(thirds)
    assert result.feasible
    assert result.cost == pytest.approx(solved(whole).cost, rel=1e-9)


def test_large_fractional_demands_that_fill_their_vehicles_fit() -> None:
    # Twelve customers at the end of a long way, in pairs that add up to 1000000.000001.
    rng = np.random.default_rng(2)
    points = [(0, 0), *rng.uniform(1000, 1010, (12, 2))]
    first = np.round(rng.uniform(4e5, 6e5, 6), 6)
    demands = np.round(np.concatenate((first, 1e6 + 1e-6 - first)), 6)
    result = solved(Instance(demands=demands, capacity=1e6, coordinates=points))
    assert result.feasible
    assert len(result.routes) == 6


def test_a_small_overload_of_a_small_vehicle_is_one() -> None:
    # Two of 0.00050025 are 0.0010005, half a thousandth more than 0.001.
    fields: dict[str, Any] = {"capacity": 1e-3, "coordinates": [(0, 0), (1, 0), (2, 0)]}
    pair = Instance(demands=[5.0025e-4] * 2, **fields)
    assert not check(pair, Solution([[1, 2]])).feasible
    assert len(solved(pair).routes) == 2
    with pytest.raises(ImpossibleError):
        pair.with_changes(vehicles=1)
    fitting = Instance(demands=[5e-4] * 2, **fields)
    assert len(solved(fitting).routes) == 1


def test_customers_at_the_depot_take_no_longer_than_the_limit() -> None:
    here = Instance(demands=[1] * 5000, capacity=100, coordinates=[(7, 7)] * 5001)
    assert overrun(here, 2.0) < allowed(2.0)


def test_service_of_a_year_does_not_overflow_the_penalties() -> None:
    # Once the price of excess overflowed, and the local search never ended.
    rng = np.random.default_rng(5)
    instance = Instance(
        demands=[1] * 12,
        capacity=12,
        distances=rng.uniform(0, 1, (13, 13)),
        service=rng.integers(3, 10, 12) * 1e5,
        max_duration=1.2e6,
    )
    result = kinroute.solve(instance, method="D-O", stop=[AfterIterations(200), 30])
    assert result.stopped_by == "iterations"
    assert result.feasible


def test_a_dear_route_does_not_buy_a_stop_too_many() -> None:
    points = np.random.default_rng(6).uniform(0, 1000, (13, 2))
    instance = Instance(
        demands=[1] * 12, capacity=12, coordinates=points, max_stops=1, fixed_cost=1e6
    )
    result = solved(instance)
    assert result.feasible
    assert len(result.routes) == 12
