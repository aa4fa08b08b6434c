"""The number of routes that a search allows."""

from __future__ import annotations

import numpy as np

from kinroute import Instance, solve
from kinroute.search.fleet import fleet


def star(customers: int, between: float) -> Instance:
    """Customers at distance 1 from the depot, and `between` from one another."""
    distances = np.full((customers + 1, customers + 1), between)
    distances[0] = distances[:, 0] = 1
    return Instance(demands=np.ones(customers), capacity=customers, distances=distances)


def test_customers_that_are_better_alone_get_routes_of_their_own() -> None:
    assert fleet(star(30, 100)) == 30
    assert fleet(star(30, 2)) == fleet(star(30, 1.5)) == 5  # ⌈1.3⌉ + 3


def test_a_cost_per_route_makes_the_detour_over_the_depot_dearer() -> None:
    assert fleet(star(30, 100).with_changes(fixed_cost=99)) == 5


def test_every_limit_is_allowed_for() -> None:
    line = Instance(demands=np.ones(20), capacity=20, coordinates=[(x, 0) for x in range(21)])
    assert fleet(line) == 5
    assert fleet(line.with_changes(max_stops=2)) == 16  # ⌈1.3 · 10⌉ + 3
    assert fleet(line.with_changes(max_distance=40, service=0)) == 5
    assert fleet(line.with_changes(max_duration=50, service=9.9)) > 5
    assert fleet(line.with_changes(max_stops=2, vehicles=12)) == 12


def test_any_number_of_vehicles_is_any_number_where_a_few_arcs_are_short() -> None:
    # Out and back costs 2; of 30 customers, two and two are 0.5 apart, all others 100.
    pairs = np.full((31, 31), 100.0)
    pairs[0] = pairs[:, 0] = 1
    for customer in range(1, 31, 2):
        pairs[customer, customer + 1] = pairs[customer + 1, customer] = 0.5
    instance = Instance(demands=np.ones(30), capacity=30, distances=pairs)
    assert solve(instance, stop=0.5).cost == 15 * 2.5


def test_a_way_around_forbidden_arcs_is_not_lost_to_the_number_of_routes() -> None:
    # Only the arcs from customer 1 to others may be used, so 29 routes are needed.
    hub = np.full((31, 31), np.inf)
    hub[0] = hub[:, 0] = 5
    hub[1] = 1
    instance = Instance(demands=np.ones(30), capacity=30, distances=hub)
    result = solve(instance, stop=0.5)
    assert result.feasible
    assert result.cost == 28 * 10 + (5 + 1 + 5)


def test_open_routes_may_all_begin_near_the_depot() -> None:
    # Rays: 24 routes of length 20 cost 480; one that goes out and in crosses from ray to ray.
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ray = np.array([1, 4, 8, 12, 16, 20])
    points = [(r * np.cos(a), r * np.sin(a)) for a in angles for r in ray]
    instance = Instance(
        demands=np.ones(144), capacity=144, coordinates=[(0, 0), *points], open_routes=True
    )
    assert fleet(instance) == 144
    assert solve(instance, stop=2).cost < 480.001


def test_durations_of_their_own_allow_for_every_route() -> None:
    near = Instance(
        demands=np.ones(20),
        capacity=20,
        coordinates=[(x, 0) for x in range(21)],
        durations=np.ones((21, 21)),
        max_duration=21,
    )
    assert fleet(near) == 20
    assert fleet(near.with_changes(max_duration=np.inf)) == 5
