"""Proofs that no feasible solution exists."""

from __future__ import annotations

import math
from typing import Any

import pytest

from kinroute import Instance
from kinroute.errors import ImpossibleError

# A line: the depot at 0, customers at 3 and 4.
LINE: dict[str, Any] = {"demands": [1, 1], "capacity": 2, "coordinates": [[0, 0], [3, 0], [4, 0]]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"demands": [1, 3]}, "demand 3 of customer 2 is more than a vehicle carries"),
        ({"vehicles": 1, "demands": [2, 1]}, "total demand 3 is more than 1 vehicle of capacity 2"),
        ({"vehicles": 1, "max_stops": 1}, "2 customers are more than 1 vehicle with at most 1"),
        ({"max_duration": 7.9}, "customer 2 needs 8 out and back with its service, but a route"),
        ({"max_distance": 7.9}, "customer 2 needs 8 of way out and back, but a route may be 7.9"),
        ({"max_distance": 3.9, "open_routes": True}, "customer 2 needs 4 of way out, but a route"),
        ({"speed": 60, "service": 1, "max_duration": 8.5}, "needs 9 min out and back"),
        (
            {"speed": 60, "max_duration": 7.5, "time_unit": "min"},
            "a route may last 7.5 min\nRaise the duration limit to at least 8 min, or",
        ),
        (
            {"max_distance": 7.5, "distance_unit": "km"},
            "needs 8 km of way out and back, but a route may be 7.5 km long\nRaise the distance "
            "limit to at least 8 km, or",
        ),
    ],
)
def test_what_is_impossible_is_refused_with_its_reason(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ImpossibleError, match=message):
        Instance(**LINE | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"max_distance": 8},
        {"max_distance": 4, "open_routes": True},
        {"max_duration": 9, "service": 1},
        {"vehicles": 2, "max_stops": 1},
    ],
)
def test_what_is_possible_is_taken(changes: dict[str, Any]) -> None:
    assert Instance(**LINE | changes).customers == 2


def test_a_customer_without_a_way_to_it_cannot_be_reached() -> None:
    distances: list[list[float]] = [[0, 1, math.inf], [1, 0, math.inf], [1, 1, 0]]
    with pytest.raises(ImpossibleError, match=r"customer 2 cannot be reached: .* way from the"):
        Instance(demands=[1, 1], capacity=2, distances=distances)
    durations: list[list[float]] = [[0, 1, 1], [1, 0, 1], [math.inf, math.inf, 0]]
    with pytest.raises(ImpossibleError, match=r"customer 2 cannot be reached: .* way to the"):
        Instance(demands=[1, 1], capacity=2, coordinates=LINE["coordinates"], durations=durations)


def test_a_detour_around_a_forbidden_arc_counts_as_the_least_way() -> None:
    distances: list[list[float]] = [[0, 1, math.inf], [1, 0, 2], [1, 1, 0]]
    made = Instance(demands=[1, 1], capacity=2, distances=distances, max_distance=4)
    assert made.has_forbidden_arcs
    with pytest.raises(ImpossibleError, match="customer 2 needs 4 of way"):
        Instance(demands=[1, 1], capacity=2, distances=distances, max_distance=3.5)
