"""Features of a pair of customers, independent of scale and instance size.

All are symmetric and independent of the numbering, and need only the candidates.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.relatedness.candidates import Candidates, IntRows, pair_lengths

FEATURES = (
    "better rank",
    "worse rank",
    "better rank by savings",
    "worse rank by savings",
    "distance to local distance",
    "distance to depot distance",
    "radial share",
    "angle",
    "customers between",
    "demand of both",
    "difference of demands",
    "depot distance to its mean",
    "customers on a route",
)

_LOCAL = 5
_BETWEEN = 10


def pair_features(instance: Instance, pairs: Candidates) -> npt.NDArray[np.float32]:
    """(n, w, features) of each candidate; those of duplicates are undefined."""
    n, width = pairs.ids.shape
    features = np.empty((n, width, len(FEATURES)), np.float32)
    for place, column in enumerate(_columns(instance, pairs)):
        features[:, :, place] = column
    return features


def _columns(instance: Instance, pairs: Candidates) -> Iterator[FloatArray]:
    """One feature after the other, in their order, so that few are in memory at a time."""
    n, width = pairs.ids.shape
    yield from _ranks(pairs, np.broadcast_to(np.arange(float(width)), (n, width)))
    out, own = pairs.to_depot[pairs.ids], pairs.to_depot[:, None]
    yield from _ranks(pairs, pairs.ranks(pairs.length - out).astype(np.float64))
    length = np.where(pairs.is_real, pairs.length, 1.0)
    local = pairs.length[:, : min(_LOCAL, width)].mean(axis=1)
    yield np.log1p(_ratio(length, np.sqrt(local[:, None] * local[pairs.ids])))
    yield _ratio(length, length + own + out)
    yield _ratio(np.abs(own - out), length)
    yield pairs.angle() / np.pi
    between = _between(instance, pairs, length)
    yield np.log1p(np.maximum(between, pairs.mirrored(between, 0.0)))
    demand = instance.demands / instance.capacity
    yield demand[:, None] + demand[pairs.ids]
    yield np.abs(demand[:, None] - demand[pairs.ids])
    yield _ratio(own + out, np.full((n, width), 2 * float(pairs.to_depot.mean())))
    on_a_route = n * instance.capacity / max(instance.total_demand, 1e-9)
    yield np.full((n, width), np.log(on_a_route))


def _ranks(pairs: Candidates, ranks: FloatArray) -> Iterator[FloatArray]:
    """The better and the worse of both ranks of each pair."""
    back = pairs.mirrored(ranks, ranks.shape[1])
    yield np.log1p(np.minimum(ranks, back))
    yield np.log1p(np.maximum(ranks, back))


def _ratio(part: npt.NDArray[np.float64], whole: npt.NDArray[np.float64]) -> FloatArray:
    """The quotient, 0 where there is nothing to divide by."""
    return np.divide(part, whole, out=np.zeros(np.shape(part)), where=whole > 0)


def _between(instance: Instance, pairs: Candidates, length: FloatArray) -> FloatArray:
    """How many of the nearest of a customer are nearer to both than these to one another."""
    n, width = pairs.ids.shape
    count = np.zeros((n, width))
    for place in range(min(_BETWEEN, width)):
        third: IntRows = np.broadcast_to(pairs.ids[:, place : place + 1], (n, width))
        near = pairs.length[:, place : place + 1] < length
        count += near & (pair_lengths(instance, third, pairs.ids) < length)
    return count
