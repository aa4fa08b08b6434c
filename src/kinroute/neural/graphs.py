"""Instances as input of a network: node features, scaled to the unit square."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]


def scaled_nodes(
    points: npt.NDArray[Any], demands: npt.NDArray[Any], capacity: npt.NDArray[Any] | float
) -> FloatArray:
    """x, y and demand of the nodes (…, n, 3), the depot first.

    `points` is (…, n, 2), `demands` (…, n − 1). Coordinates start at 0, and the longer side of
    their bounding box is 1, so translation and unit of an instance do not matter.
    """
    low = points.min(axis=-2, keepdims=True)
    span = (points.max(axis=-2, keepdims=True) - low).max(axis=-1, keepdims=True)
    nodes = np.zeros((*points.shape[:-1], 3), np.float32)
    nodes[..., :2] = (points - low) / np.where(span > 0, span, 1)
    nodes[..., 1:, 2] = demands / np.asarray(capacity)[..., None]
    return nodes


def joined_pairs(tour: npt.NDArray[Any], first: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    """Adjacency (m, n + 1, n + 1) of solutions, from their tours and where routes start."""
    m, n = tour.shape
    joined = np.zeros((m, n + 1, n + 1), np.uint8)
    rows = np.arange(m)[:, None]
    before = np.zeros_like(tour)
    before[:, 1:] = tour[:, :-1]
    before[first] = 0
    joined[rows, before, tour] = joined[rows, tour, before] = 1
    last = np.concatenate((first[:, 1:], np.ones((m, 1), np.bool_)), axis=1)
    which, place = np.nonzero(last)
    ends = tour[which, place]
    joined[which, ends, 0] = joined[which, 0, ends] = 1
    return joined
