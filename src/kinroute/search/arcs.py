"""Quantities of the arcs of an instance in the user's units: cost, duration, distance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.legs import distances_between, distances_from, durations_from

_HALF_EARTH = 20_100.0  # km, no two points on the globe are farther apart
_SAMPLED_NODES = 200

Quantity = Literal["cost", "duration", "distance"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Arcs:
    """One quantity of every arc: a matrix, or a multiple of computed distances."""

    matrix: FloatArray | None
    """(n + 1, n + 1); inf where an arc is forbidden."""
    per_distance: float
    """Where there is no matrix, and where the matrix is that multiple of the distances; else 0."""
    longest: float
    """Not shorter than any arc that is not forbidden."""
    needed: float
    """Routes may need arcs as long as this: of every node, the shortest way there or away."""
    typical: float
    """The median of arcs that are longer than 0; 0 where there are none."""
    is_whole: bool
    """Whether every value is a whole number."""


_KNOWN: WeakKeyDictionary[Instance, dict[Quantity, Arcs]] = WeakKeyDictionary()
"""A matrix of thousands of nodes takes a while, and is needed in several places."""


def arcs_of(instance: Instance, quantity: Quantity) -> Arcs:
    """The arcs of a quantity. Costs do not contain the cost per route; see `CoreProblem`."""
    known = _KNOWN.setdefault(instance, {})
    if quantity not in known:
        known[quantity] = _arcs(instance, quantity)
    return known[quantity]


def _arcs(instance: Instance, quantity: Quantity) -> Arcs:
    weights = {
        "cost": (instance.distance_cost, instance.duration_cost),
        "duration": (0.0, 1.0),
        "distance": (1.0, 0.0),
    }
    by_distance, by_duration = weights[quantity]
    per_distance = by_distance + by_duration * instance.time_per_distance
    if instance.durations is not None and by_duration:
        per_distance = 0.0
    if instance.distances is None and instance.durations is None:
        return _computed(instance, per_distance)
    matrix = np.stack(
        [_row(instance, node, by_distance, by_duration) for node in range(instance.customers + 1)]
    )
    np.fill_diagonal(matrix, 0.0)
    if instance.open_routes:
        matrix[:, 0] = 0.0
    matrix.setflags(write=False)
    finite = matrix[np.isfinite(matrix)] if instance.has_forbidden_arcs else matrix
    step = max(1, instance.customers // _SAMPLED_NODES)
    sample = matrix[::step, ::step]
    return Arcs(
        matrix=matrix,
        per_distance=per_distance,
        longest=float(finite.max()),
        needed=_needed(matrix),
        typical=_median(sample[np.isfinite(sample)]) or _median(finite),
        is_whole=bool(np.all(finite == np.rint(finite))),
    )


def _row(instance: Instance, node: int, by_distance: float, by_duration: float) -> FloatArray:
    """What is forbidden by one matrix is forbidden in both."""
    distances, durations = distances_from(instance, node), durations_from(instance, node)
    is_forbidden = np.isinf(distances) | np.isinf(durations)
    with np.errstate(invalid="ignore"):
        row = by_distance * distances if by_distance else np.zeros(len(distances))
        if by_duration:
            row = row + by_duration * durations
    return np.where(is_forbidden, np.inf, row)


def _computed(instance: Instance, per_distance: float) -> Arcs:
    assert instance.coordinates is not None
    longest = _HALF_EARTH
    if instance.metric == "euclidean":
        longest = float(np.linalg.norm(np.ptp(instance.coordinates, axis=0)))
        longest += 1.0 if instance.rounding != "none" else 0.0
    step = max(1, instance.customers // _SAMPLED_NODES)
    nodes = np.arange(0, instance.customers + 1, step)
    sample = np.stack([distances_between(instance, np.array(node), nodes) for node in nodes])
    return Arcs(
        matrix=None,
        per_distance=per_distance,
        longest=longest * per_distance,
        needed=longest * per_distance,
        typical=_median(sample) * per_distance,
        is_whole=instance.rounding != "none" and float(per_distance).is_integer(),
    )


def _needed(matrix: FloatArray) -> float:
    """0 where a node has no arc that is not forbidden."""
    others = matrix.copy()
    np.fill_diagonal(others, np.inf)
    least = np.concatenate((others.min(axis=0), others.min(axis=1)))
    return float(np.max(least[np.isfinite(least)], initial=0.0))


def _median(values: FloatArray) -> float:
    """Of the positive ones; as np.median, which is slow to load."""
    positive = np.sort(values[values > 0])
    middle = positive.size // 2
    return float((positive[middle] + positive[~middle]) / 2) if positive.size else 0.0
