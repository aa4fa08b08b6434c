"""The checker and itineraries against a second computation, on random routes and instances."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from kinroute import Instance, Solution, check
from kinroute.solution.itinerary import Itinerary, itineraries
from tests.search.dynamic_program import Floats, Routes, distance_matrix, duration_matrix
from tests.search.tiny import Fields, random_routes, tiny, unrefused

SEEDS = range(300)
SURE = 1e-4
"""A value that passes its limit by less than this part of it is left to the tests of tolerances."""
FAULTS = {
    "capacity": "over capacity",
    "max_duration": "lasts",
    "max_distance": "is as long as",
    "max_stops": "stops; at most",
    "forbidden": "which is forbidden",
}


def drawn(seed: int) -> tuple[Instance, Routes]:
    instance = unrefused(tiny(seed))
    return instance, random_routes(np.random.default_rng(seed), instance.customers)


def legs(instance: Instance, matrix: Floats, route: tuple[int, ...]) -> list[float]:
    nodes = [0, *route] if instance.open_routes else [0, *route, 0]
    return [float(matrix[i, j]) for i, j in pairwise(nodes)]


def measured(instance: Instance, route: tuple[int, ...]) -> dict[str, float]:
    """Everything that a limit can be about."""
    lengths = legs(instance, distance_matrix(instance), route)
    times = legs(instance, duration_matrix(instance), route)
    visited = np.array(route) - 1
    return {
        "capacity": float(instance.demands[visited].sum()),
        "max_distance": sum(lengths),
        "max_duration": sum(times) + float(instance.service[visited].sum()),
        "max_stops": len(route),
        "forbidden": sum(np.isinf(lengths) | np.isinf(times)),
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_loads_distances_durations_and_cost_are_those_of_a_second_computation(seed: int) -> None:
    instance, routes = drawn(seed)
    found = check(instance, Solution(routes))
    wanted = [measured(instance, route) for route in routes]
    np.testing.assert_allclose(found.loads, [one["capacity"] for one in wanted])
    np.testing.assert_allclose(found.distances, [one["max_distance"] for one in wanted])
    if found.durations is not None:
        np.testing.assert_allclose(found.durations, [one["max_duration"] for one in wanted])
    assert (found.durations is None) == (not instance.has_times)
    if not any(one["forbidden"] for one in wanted):
        cost = sum(
            instance.distance_cost * one["max_distance"]
            + instance.duration_cost * one["max_duration"]
            + instance.fixed_cost
            for one in wanted
        )
        assert found.cost == pytest.approx(cost, rel=1e-12, abs=0)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_checker_names_each_violated_limit_of_each_route_and_no_other(seed: int) -> None:
    instance, routes = drawn(seed)
    problems = check(instance, Solution(routes)).problems
    for number, route in enumerate(routes, 1):
        values = measured(instance, route)
        for name, words in FAULTS.items():
            bound = 0.0 if name == "forbidden" else getattr(instance, name) or np.inf
            value = values[name]
            named = [one for one in problems if re.match(rf"route {number} .*{words}", one)]
            if value <= bound * (1 + 1e-12):
                assert not named
            elif np.isfinite(value) and value > bound * (1 + SURE):
                assert len(named) == (value if name == "forbidden" else 1)
    too_many = instance.vehicles is not None and len(routes) > instance.vehicles
    assert any("vehicles can drive" in one for one in problems) == too_many


def test_what_is_not_minimised_does_not_spoil_the_cost_of_a_forbidden_arc() -> None:
    fields: Fields = {
        "demands": [1],
        "capacity": 1,
        "distances": [[0, 1], [np.inf, 0]],
        "durations": [[0, 2], [3, 0]],
        "distance_cost": 0,
        "duration_cost": 1,
    }
    found = check(unrefused(fields), Solution([[1]]))
    assert (found.cost, found.feasible) == (5, False)


@pytest.mark.parametrize("seed", range(100))
def test_customers_left_out_or_visited_twice_are_always_found(seed: int) -> None:
    instance, routes = drawn(seed)
    shortened = (*routes[:-1], routes[-1][:-1])
    left_out = routes[-1][-1]
    missing = check(instance, Solution(shortened))
    assert not missing.feasible
    assert f"customer {left_out} is not visited" in missing.problems
    twice = check(instance, Solution((*routes, (left_out,))))
    assert f"customer {left_out} is visited 2 times" in twice.problems


@pytest.mark.parametrize("seed", SEEDS)
def test_itineraries_sum_up_to_the_totals_of_the_checker(seed: int) -> None:
    instance, routes = drawn(seed)
    found = check(instance, Solution(routes))
    made = itineraries(instance, routes)
    assert [tuple(stop.node for stop in one.customers) for one in made] == list(routes)
    np.testing.assert_allclose([one.load for one in made], found.loads)
    np.testing.assert_allclose([one.distance for one in made], found.distances)
    if found.durations is not None:
        for one, duration in zip(made, found.durations, strict=True):
            assert one.duration == pytest.approx(duration)
    for one in made:
        assert_stops_add_up(instance, one)


def assert_stops_add_up(instance: Instance, one: Itinerary) -> None:
    lengths, times = distance_matrix(instance), duration_matrix(instance)
    assert one.stops[0].node == 0
    assert (one.stops[-1].node == 0) == (not instance.open_routes)
    for before, after in pairwise(one.stops):
        arc = before.node, after.node
        assert after.load == pytest.approx(before.load + after.demand)
        assert after.distance == pytest.approx(before.distance + lengths[arc])
        if before.departure is not None and after.arrival is not None:
            service = instance.service[after.node - 1] if after.node else 0.0
            assert after.arrival == pytest.approx(before.departure + times[arc])
            assert after.departure == pytest.approx(after.arrival + service)
    assert (one.duration is None) == (not instance.has_times)
