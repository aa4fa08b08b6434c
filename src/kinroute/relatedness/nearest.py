"""The nearest customers of each customer, in an order that does not depend on their numbering."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.legs import distances_from

IntArray = npt.NDArray[np.int32]

_FEW = 1500  # customers up to which looking at all pairs is quicker than importing SciPy
_SPARE = 8  # candidates beyond k, so that ties at the k-th place are usually seen at once


def nearest(instance: Instance, k: int) -> tuple[IntArray, FloatArray]:
    """The k nearest customers of each customer, (n, k) numbers from 1, and their distances.

    Where durations of their own are part of the cost, or forbid arcs, by cost instead of distance.
    Equal distances are ordered by place and demand, so renumbering the customers renumbers the
    lists and changes nothing else (customers that agree in everything are interchangeable).
    """
    k = min(k, instance.customers - 1)
    if k < 1:
        return np.zeros((instance.customers, 0), np.int32), np.zeros((instance.customers, 0))
    ranks = tie_ranks(instance)
    costs = _costs_of_durations(instance)
    if costs is not None:
        return _nearest_by_rows(lambda i: costs[i], ranks, k)
    if instance.distances is not None:
        return _nearest_by_rows(distance_rows(instance), ranks, k)
    return _nearest_in_space(_points(instance), ranks, k)


def tie_ranks(instance: Instance) -> IntArray:
    """Rank of each customer among all by place, demand and service, for breaking ties."""
    if instance.coordinates is not None:
        x, y = instance.coordinates[1:].T
    else:
        assert instance.distances is not None
        x, y = instance.distances[0, 1:], instance.distances[1:, 0]
    order = np.lexsort((instance.service, instance.demands, y, x))
    ranks = np.empty(instance.customers, np.int32)
    ranks[order] = np.arange(instance.customers, dtype=np.int32)
    return ranks


def finite_distances(instance: Instance) -> FloatArray:
    """The matrix of an instance, in which forbidden arcs are longer than all others but finite."""
    assert instance.distances is not None
    return _finite(instance.distances) if instance.has_forbidden_arcs else instance.distances


def _costs_of_durations(instance: Instance) -> FloatArray | None:
    """(n, n) costs between customers, if durations matter to them; None if distances suffice."""
    if instance.durations is None:
        return None
    if not instance.duration_cost and not np.isinf(instance.durations).any():
        return None
    costs = np.zeros((instance.customers, instance.customers))
    for i in range(instance.customers):
        distances = distances_from(instance, i + 1)[1:]
        durations = instance.durations[i + 1, 1:]
        is_allowed = np.isfinite(distances) & np.isfinite(durations)
        costs[i] = np.inf
        costs[i, is_allowed] = (
            instance.distance_cost * distances[is_allowed]
            + instance.duration_cost * durations[is_allowed]
        )
    return _finite(costs)


def _finite(matrix: FloatArray) -> FloatArray:
    is_infinite = np.isinf(matrix)
    if not is_infinite.any():
        return matrix
    return np.where(is_infinite, 2.0 * float(matrix[~is_infinite].max()) + 1.0, matrix)


def distance_rows(instance: Instance) -> Callable[[int], FloatArray]:
    """A function from a customer (from 0) to numbers that order all others by their distance."""
    if instance.distances is not None:
        distances = finite_distances(instance)[1:, 1:]
        return lambda i: distances[i]
    points = _points(instance)
    return lambda i: np.linalg.norm(points - points[i], axis=1)


def best_first(
    candidates: npt.NDArray[np.integer], keys: FloatArray, ranks: IntArray, k: int
) -> tuple[IntArray, FloatArray]:
    """Each row's k candidates (from 0) of smallest key, as numbers from 1; ties by rank."""
    order = np.lexsort((ranks[candidates], keys), axis=1)[:, :k]
    chosen = np.take_along_axis(candidates, order, axis=1) + 1
    return chosen.astype(np.int32), np.take_along_axis(keys, order, axis=1)


def in_space(instance: Instance) -> FloatArray:
    """Nodes, the depot first, as points whose straight-line distances order as the metric's."""
    assert instance.coordinates is not None
    points = instance.coordinates
    if instance.metric == "euclidean":
        return points
    if instance.metric == "geo":
        whole = np.trunc(points)
        points = whole + (points - whole) * 5.0 / 3.0
    lat, lon = np.radians(points).T
    return np.column_stack((np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)))


def _points(instance: Instance) -> FloatArray:
    return in_space(instance)[1:]


def _nearest_in_space(points: FloatArray, ranks: IntArray, k: int) -> tuple[IntArray, FloatArray]:
    """Where many customers share a place, the first k + 1 of them by rank stand for all."""
    place, turn = _places_and_turns(points, ranks)
    is_kept = turn <= k
    if is_kept.all():
        return _nearest_of_spread(points, ranks, k)
    kept = np.flatnonzero(is_kept)
    kept_ids, kept_lengths = _nearest_of_spread(points[kept], ranks[kept], k)
    ids, lengths = np.empty((len(points), k), np.int32), np.zeros((len(points), k))
    ids[kept], lengths[kept] = kept[kept_ids - 1] + 1, kept_lengths
    firsts = np.flatnonzero(turn < k)
    firsts = firsts[np.lexsort((turn[firsts], place[firsts]))]
    others = np.flatnonzero(~is_kept)
    starts = np.searchsorted(place[firsts], place[others])
    ids[others] = firsts[starts[:, None] + np.arange(k)] + 1
    return ids, lengths


def _places_and_turns(points: FloatArray, ranks: IntArray) -> tuple[IntArray, IntArray]:
    """The number of each point's place, and its turn (from 0) by rank among those there."""
    place = np.unique(points, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int32)
    order = np.lexsort((ranks, place))
    is_first = np.append(True, np.diff(place[order]) != 0)
    since = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    turn = np.empty(len(order), np.int32)
    turn[order] = np.arange(len(order)) - since
    return place, turn


def _nearest_of_spread(points: FloatArray, ranks: IntArray, k: int) -> tuple[IntArray, FloatArray]:
    n = len(points)
    closest = _closest_by_pairs(points) if n <= _FEW else _closest_by_tree(points)
    ids = np.empty((n, k), np.int32)
    lengths = np.empty((n, k))
    rows, width = np.arange(n), k + 1 + _SPARE
    while len(rows):
        width = min(width, n)
        found = closest(rows, width)
        apart = np.linalg.norm(points[found] - points[rows, None], axis=2)
        apart[found == rows[:, None]] = math.inf  # a customer is not its own neighbour
        ids[rows], lengths[rows] = best_first(found, apart, ranks, k)
        # A tie with the farthest candidate may continue among the others: extend these rows.
        seen = np.where(np.isinf(apart), -1.0, apart).max(axis=1)
        rows = rows[seen <= lengths[rows, -1] * (1 + 1e-12)] if width < n else rows[:0]
        width *= 2
    return ids, lengths


Closest = Callable[[npt.NDArray[np.intp], int], npt.NDArray[np.intp]]
"""From some points and a number to that many points closest to each, in any order."""


def _closest_by_pairs(points: FloatArray) -> Closest:
    """Looks at all pairs: for a few points quicker than importing SciPy."""
    squared = sum((axis[:, None] - axis) ** 2 for axis in points.T)
    return lambda rows, width: np.argpartition(squared[rows], width - 1, axis=1)[:, :width]


def _closest_by_tree(points: FloatArray) -> Closest:
    from scipy.spatial import KDTree

    tree = KDTree(points)
    return lambda rows, width: np.asarray(tree.query(points[rows], k=width)[1]).reshape(-1, width)


def _nearest_by_rows(
    rows: Callable[[int], FloatArray], ranks: IntArray, k: int
) -> tuple[IntArray, FloatArray]:
    n = len(ranks)
    ids = np.empty((n, k), np.int32)
    lengths = np.empty((n, k))
    for i in range(n):
        row = rows(i).copy()
        row[i] = math.inf
        close = np.flatnonzero(row <= np.partition(row, k - 1)[k - 1])
        ids[i : i + 1], lengths[i : i + 1] = best_first(close[None], row[None, close], ranks, k)
    return ids, lengths
