"""Arcs of an instance: costs, durations and distances."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from kinroute import Instance
from kinroute.search.arcs import arcs_of

TRIANGLE: dict[str, Any] = {
    "demands": [1, 1],
    "capacity": 2,
    "coordinates": [(0, 0), (3, 0), (3, 4)],
}
# Twice the distances, except for the way from 2 to 1.
DURATIONS: list[list[float]] = [[0, 6, 10], [6, 0, 8], [10, 9, 0]]


def test_costs_are_weighted_sums_of_distances_and_durations() -> None:
    instance = Instance(**TRIANGLE, durations=DURATIONS, distance_cost=2, duration_cost=0.5)
    costs = arcs_of(instance, "cost")
    assert costs.matrix is not None
    assert costs.matrix.tolist() == [[0, 9, 15], [9, 0, 12], [15, 12.5, 0]]
    assert (costs.longest, costs.is_whole, costs.per_distance) == (15, False, 0)


def test_without_a_matrix_everything_is_a_multiple_of_the_distance() -> None:
    instance = Instance(**TRIANGLE, speed=30, duration_cost=0.5)
    durations, costs = arcs_of(instance, "duration"), arcs_of(instance, "cost")
    assert durations.matrix is None is costs.matrix
    assert (durations.per_distance, costs.per_distance) == (2, 2)
    assert durations.longest == pytest.approx(10)
    assert durations.typical == pytest.approx(8)
    assert arcs_of(instance, "distance").per_distance == 1


def test_what_one_matrix_forbids_is_forbidden_in_both() -> None:
    durations = [row[:] for row in DURATIONS]
    durations[1][2] = math.inf
    instance = Instance(**TRIANGLE, durations=durations)
    for quantity in ("cost", "duration", "distance"):
        matrix = arcs_of(instance, quantity).matrix
        assert matrix is not None
        assert np.argwhere(np.isinf(matrix)).tolist() == [[1, 2]]


def test_open_routes_do_not_pay_for_the_way_back() -> None:
    instance = Instance(**TRIANGLE, durations=DURATIONS, open_routes=True)
    matrix = arcs_of(instance, "duration").matrix
    assert matrix is not None
    assert matrix[:, 0].tolist() == [0, 0, 0]
