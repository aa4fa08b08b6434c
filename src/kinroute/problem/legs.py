"""Distances and travel times from one node to all others, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kinroute.problem.geometry import FloatArray, Rounding, great_circles

if TYPE_CHECKING:
    from kinroute.problem.instance import Instance


Nodes = npt.NDArray[np.intp]


def distances_from(instance: Instance, node: int, *, forwards: bool = True) -> FloatArray:
    """Return the distances from a node to every node, or to it from every node."""
    nodes, same = np.arange(instance.customers + 1), np.array(node)
    starts, ends = (same, nodes) if forwards else (nodes, same)
    return distances_between(instance, starts, ends)


def distances_between(instance: Instance, starts: Nodes, ends: Nodes) -> FloatArray:
    """Return the distance of every arc from a node of `starts` to that of `ends`."""
    if instance.distances is not None:
        return _rounded(instance.distances[starts, ends], instance.rounding)
    assert instance.coordinates is not None
    if instance.metric == "geo":
        pairs = zip(*np.broadcast_arrays(starts, ends), strict=True)
        return np.array([instance.distance(int(i), int(j)) for i, j in pairs])
    a, b = instance.coordinates[starts], instance.coordinates[ends]
    if instance.metric == "great_circle":
        return _rounded(great_circles(a, b), instance.rounding)
    # Not np.hypot, which may differ in the last bit and so be rounded to another integer.
    x, y = (a - b).T
    return _rounded(np.sqrt(x * x + y * y), instance.rounding)


def durations_between(instance: Instance, starts: Nodes, ends: Nodes) -> FloatArray:
    """Return the travel time of every arc from a node of `starts` to that of `ends`."""
    if instance.durations is not None:
        return instance.durations[starts, ends]
    return distances_between(instance, starts, ends) * instance.time_per_distance


def durations_from(instance: Instance, node: int, *, forwards: bool = True) -> FloatArray:
    """Return the travel times from a node to every node, or to it from every node."""
    if instance.durations is not None:
        return instance.durations[node] if forwards else instance.durations[:, node]
    return distances_from(instance, node, forwards=forwards) * instance.time_per_distance


def _rounded(legs: FloatArray, rounding: Rounding) -> FloatArray:
    if rounding == "nearest":
        return np.floor(legs + 0.5)
    return np.ceil(legs) if rounding == "up" else legs
