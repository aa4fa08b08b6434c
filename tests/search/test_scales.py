"""Scales: fine, and within what the core can count."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kinroute import Instance
from kinroute.search.arcs import arcs_of
from kinroute.search.scales import arc_scale, demand_scale, room_for_forbidden_arcs


def matrix_instance(entry: float, *, factor: float = 1.0) -> Instance:
    """Distances around 10 · factor, and one that is different."""
    distances = factor * np.add.outer(np.arange(10.0), np.arange(10.0)) + 0.5
    distances[3, 7] = entry
    return Instance(demands=np.ones(9), capacity=3, distances=distances)


def test_one_huge_arc_does_not_coarsen_the_others() -> None:
    scale = arc_scale(arcs_of(matrix_instance(1e8), "cost"))
    assert 9 * scale >= 10_000


def test_arcs_that_every_route_needs_are_not_cut_off() -> None:
    # Ten customers 0.001 apart, and the depot 300 away: too long for a scale of a million.
    distances = np.full((11, 11), 0.001)
    distances[0, :] = distances[:, 0] = 300.5
    far = arcs_of(Instance(demands=np.ones(10), capacity=3, distances=distances), "cost")
    assert (far.needed, far.typical) == (300.5, 0.001)
    assert 300.5 * arc_scale(far) <= 2**28


def test_tiny_distances_are_counted_as_finely_as_others() -> None:
    tiny = arc_scale(arcs_of(matrix_instance(0.5, factor=1e-6).with_changes(), "cost"))
    assert tiny >= 1_000_000
    small = Instance(demands=[1], capacity=1, coordinates=[(0, 0), (1e-9, 0)])
    assert arc_scale(arcs_of(small, "cost")) * 1e-9 >= 100_000


def test_a_forbidden_arc_costs_more_than_a_whole_solution() -> None:
    instance = matrix_instance(math.inf)
    arcs = arcs_of(instance, "cost")
    room = room_for_forbidden_arcs(instance)
    assert room == 20  # nine customers: at most 18 arcs
    assert arcs.longest * room * arc_scale(arcs, room=room) <= 2**28
    assert room_for_forbidden_arcs(matrix_instance(1)) == 1


@pytest.mark.parametrize(
    ("demands", "is_exact"), [([1, 2], True), ([0.25, 2], True), ([1 / 3, 2], False)]
)
def test_demands_that_are_whole_after_scaling_are_exact(
    demands: list[float], is_exact: bool
) -> None:
    instance = Instance(demands=demands, capacity=5, coordinates=np.zeros((3, 2)))
    assert demand_scale(instance)[1] is is_exact
