"""The number of routes that a search allows."""

from __future__ import annotations

import numpy as np

from kinroute import Instance
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
