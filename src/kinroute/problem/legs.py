"""Distances and travel times from one node to all others, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinroute.problem.geometry import FloatArray, Rounding, great_circles

if TYPE_CHECKING:
    from kinroute.problem.instance import Instance


def distances_from(instance: Instance, node: int, *, forwards: bool = True) -> FloatArray:
    """Return the distances from a node to every node, or to it from every node."""
    if instance.distances is not None:
        legs = instance.distances[node] if forwards else instance.distances[:, node]
        return _rounded(legs, instance.rounding)
    assert instance.coordinates is not None
    if instance.metric == "euclidean":
        steps = instance.coordinates - instance.coordinates[node]
        return _rounded(np.hypot(steps[:, 0], steps[:, 1]), instance.rounding)
    if instance.metric == "great_circle":
        legs = great_circles(instance.coordinates, instance.coordinates[node])
        return _rounded(legs, instance.rounding)
    nodes = range(instance.customers + 1)
    return np.array([instance.distance(node, other) for other in nodes])


def durations_from(instance: Instance, node: int, *, forwards: bool = True) -> FloatArray:
    """Return the travel times from a node to every node, or to it from every node."""
    if instance.durations is not None:
        return instance.durations[node] if forwards else instance.durations[:, node]
    return distances_from(instance, node, forwards=forwards) * instance.time_per_distance


def _rounded(legs: FloatArray, rounding: Rounding) -> FloatArray:
    if rounding == "nearest":
        return np.floor(legs + 0.5)
    return np.ceil(legs) if rounding == "up" else legs
