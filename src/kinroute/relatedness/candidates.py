"""Candidate pairs of customers, and their distances and angles.

Up to about 160 customers all others are candidates; above that the nearest and those in the same
direction from the depot, so that no n × n array is needed. The result does not depend on the
numbering of the customers: equal keys are ordered by distance, then by place and demand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import finite, in_space, nearest, tie_ranks
from kinroute.relatedness.neighbours import Neighbours

IntRows = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_LEAST_NEAREST = 100
_NEAREST_BEYOND_K = 60
_IN_DIRECTION = 60


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Candidates:
    """w candidates of each of n customers, all numbered from 0."""

    ids: IntRows
    """(n, w) the nearest first; equal distances by place and demand."""
    is_real: Mask
    """(n, w) False, at the end of a row, where a candidate is there a second time."""
    length: FloatArray
    """(n, w) from the customer to the candidate."""
    to_depot: FloatArray
    """(n,)"""
    around: FloatArray | None
    """(n, 2) east and north of the depot; None where places are not known."""

    def ranks(self, keys: FloatArray) -> IntRows:
        """The place, from 0, of each candidate among those of its customer, by smallest key."""
        order = self._order(keys)
        ranks = np.empty_like(order)
        np.put_along_axis(ranks, order, np.arange(order.shape[1])[None, :], axis=1)
        return ranks

    def neighbours(self, keys: FloatArray, k: int) -> Neighbours:
        """The k candidates of smallest key of each customer; a score is the key, negated."""
        k = max(0, min(k, len(self.ids) - 1))
        order = self._order(keys)[:, :k]
        ids = np.take_along_axis(self.ids, order, axis=1) + 1
        scores = -np.take_along_axis(keys, order, axis=1)
        return Neighbours(ids.astype(np.int32), scores.astype(np.float32))

    def half_nearest(self, keys: FloatArray, k: int) -> Neighbours:
        """Half of each list the nearest, the rest by smallest key."""
        k = max(0, min(k, len(self.ids) - 1))
        near = k - k // 2
        ranks = self.ranks(keys).astype(np.float64)
        ranks[:, :near] = np.arange(-near, 0)  # the first candidates are the nearest
        return Neighbours(self.neighbours(ranks, k).ids)

    def mirrored(self, values: npt.NDArray[np.generic], default: float) -> FloatArray:
        """For every pair (i, j) the value of the pair (j, i), or the default where it is none."""
        n = len(self.ids)
        own = (np.arange(n)[:, None] * n + self.ids)[self.is_real]
        order = np.argsort(own)
        wanted = self.ids * n + np.arange(n)[:, None]
        at = np.minimum(np.searchsorted(own, wanted, sorter=order), len(own) - 1)
        source = order[at]
        found = own[source] == wanted
        return np.where(found, values[self.is_real].astype(np.float64)[source], default)

    def angle(self) -> FloatArray:
        """(n, w) between the directions of both customers, seen from the depot; 0 to π."""
        if self.around is None:
            return np.zeros_like(self.length)
        direction = _directions(self.around)
        apart = np.abs(direction[:, None] - direction[self.ids])
        return np.minimum(apart, 2 * np.pi - apart)

    def _order(self, keys: FloatArray) -> IntRows:
        real = np.where(self.is_real, keys, np.inf)
        return np.argsort(real, axis=1, kind="stable")  # equal keys stay in the order of distance


def candidates(instance: Instance, k: int) -> Candidates:
    """The candidates for lists of k."""
    n = instance.customers
    width = min(n - 1, max(_LEAST_NEAREST, k + _NEAREST_BEYOND_K))
    if n - 1 <= width + _IN_DIRECTION:
        width = n - 1
    near, lengths = nearest(instance, width)
    ids = near.astype(np.int64) - 1
    around = _around_depot(instance)
    is_real = np.ones(ids.shape, np.bool_)
    if width < n - 1 and around is not None:
        ties = tie_ranks(instance)
        beside = _in_direction(around, ties)
        apart = pair_lengths(instance, np.arange(n)[:, None], beside)
        apart[_is_among(beside, ids, n)] = np.inf
        ids = np.concatenate((ids, beside), axis=1)
        lengths = np.concatenate((lengths, apart), axis=1)
        order = np.lexsort((ties[ids], lengths), axis=1)
        ids = np.take_along_axis(ids, order, axis=1)
        lengths = np.take_along_axis(lengths, order, axis=1)
        is_real = np.isfinite(lengths)
    return Candidates(
        ids=ids, is_real=is_real, length=lengths, to_depot=_to_depot(instance), around=around
    )


def pair_lengths(instance: Instance, rows: IntRows, others: IntRows) -> FloatArray:
    """Distances between customers numbered from 0, in units that `nearest` uses too."""
    if instance.distances is not None:
        return finite(instance, np.asarray(instance.distances[1:, 1:][rows, others]))
    squared: FloatArray = np.zeros(np.broadcast_shapes(rows.shape, others.shape))
    for axis in in_space(instance)[1:].T:
        squared += (axis[others] - axis[rows]) ** 2
    return np.asarray(np.sqrt(squared))


def _around_depot(instance: Instance) -> FloatArray | None:
    if instance.coordinates is None or instance.distances is not None:
        return None
    steps = instance.coordinates[1:] - instance.coordinates[0]
    if instance.metric == "euclidean":
        return np.asarray(steps)
    north, east = steps.T
    squeeze = np.cos(np.radians(instance.coordinates[0, 0]))
    return np.column_stack((east * squeeze, north))


def _directions(around: FloatArray) -> FloatArray:
    return np.arctan2(around[:, 1], around[:, 0])


def _in_direction(around: FloatArray, ties: npt.NDArray[np.int32]) -> IntRows:
    """For each customer those before and after it in a sweep around the depot."""
    n, half = len(around), _IN_DIRECTION // 2
    squared = around[:, 0] ** 2 + around[:, 1] ** 2
    sweep = np.lexsort((ties, squared, _directions(around)))
    place = np.empty(n, np.int64)
    place[sweep] = np.arange(n)
    steps = np.concatenate((np.arange(-half, 0), np.arange(1, half + 1)))
    return np.asarray(sweep[(place[:, None] + steps) % n])


def _is_among(found: IntRows, known: IntRows, n: int) -> Mask:
    rows = np.arange(len(known))[:, None] * n
    return np.isin(rows + found, rows + known)


def _to_depot(instance: Instance) -> FloatArray:
    if instance.distances is not None:
        both = instance.distances[0, 1:] + instance.distances[1:, 0]
        return finite(instance, np.asarray(both / 2))
    points = in_space(instance)
    return np.asarray(np.linalg.norm(points[1:] - points[0], axis=1))
