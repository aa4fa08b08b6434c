"""The exact answer for a handful of customers, by trying all routes."""

from __future__ import annotations

import numpy as np

from kinroute import _core
from kinroute.errors import ImpossibleError
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.search.arcs import Quantity, arcs_of
from kinroute.solution import Solution

MOST_CUSTOMERS = 8
"""Up to so many, all routes are tried: 110,000 for eight customers, in a few milliseconds."""


def optimal_solution(instance: Instance) -> Solution:
    """The cheapest feasible solution; raises ImpossibleError where there is none."""
    routes = _core.optimal_routes(
        cost=_matrix(instance, "cost"),
        duration=_matrix(instance, "duration"),
        distance=_matrix(instance, "distance"),
        demands=np.concatenate(([0.0], instance.demands)),
        service=np.concatenate(([0.0], instance.service)),
        capacity=instance.capacity,
        max_duration=instance.max_duration,
        max_distance=instance.max_distance,
        max_stops=min(instance.max_stops or instance.customers, instance.customers),
        vehicles=min(instance.vehicles or instance.customers, instance.customers),
        cost_per_route=instance.fixed_cost,
    )
    if routes is None:
        raise ImpossibleError(
            "no feasible solution exists: all ways to serve the "
            f"{instance.customers} customers within the limits were tried",
            source=instance.source,
        )
    return Solution(routes)


def _matrix(instance: Instance, quantity: Quantity) -> FloatArray:
    arcs = arcs_of(instance, quantity)
    if arcs.matrix is not None:
        return np.ascontiguousarray(arcs.matrix)
    nodes = range(instance.customers + 1)
    distances = np.array([[instance.distance(i, j) for j in nodes] for i in nodes])
    if instance.open_routes:
        distances[:, 0] = 0.0
    return distances * arcs.per_distance
