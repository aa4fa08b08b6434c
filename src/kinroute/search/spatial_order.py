"""The order of the customers in the core: near customers have near numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import IntArray

_FIT_THE_CACHE = 300
"""Up to this many customers the distance matrix fits the cache in any order."""
_BITS = 16


@dataclass(frozen=True, slots=True)
class SpatialOrder:
    """A permutation of the nodes: number k of the core is `nodes[k]` of the user."""

    nodes: npt.NDArray[np.intp]

    @staticmethod
    def of(instance: Instance) -> SpatialOrder:
        """The user's order, or along a Hilbert curve for larger instances with coordinates."""
        customers = np.arange(1, instance.customers + 1)
        if instance.customers > _FIT_THE_CACHE and instance.coordinates is not None:
            places = _places_on_curve(instance.positions()[1:])
            customers = customers[np.argsort(places, kind="stable")]
        return SpatialOrder(np.concatenate(([0], customers)))

    @property
    def customers(self) -> npt.NDArray[np.intp]:
        """Row indices, in this order, of arrays over the customers."""
        return self.nodes[1:] - 1

    def lists(self, ids: IntArray) -> IntArray:
        """Neighbour lists in the core's numbers; padding stays 0."""
        return np.ascontiguousarray(self._ranks()[ids[self.customers]], np.int32)

    def to_core(self, routes: Iterable[Iterable[int]]) -> list[list[int]]:
        """The user's routes in the core's numbers."""
        ranks = self._ranks()
        return [[int(ranks[customer]) for customer in route] for route in routes]

    def from_core(self, routes: Iterable[Iterable[int]]) -> list[list[int]]:
        """The core's routes in the user's numbers."""
        return [[int(self.nodes[customer]) for customer in route] for route in routes]

    def _ranks(self) -> npt.NDArray[np.intp]:
        ranks = np.empty_like(self.nodes)
        ranks[self.nodes] = np.arange(len(ranks))
        return ranks


def _places_on_curve(points: FloatArray) -> npt.NDArray[np.int64]:
    """Positions of the points along a Hilbert curve through the square around them."""
    corner = points.min(axis=0)
    side = float(np.ptp(points, axis=0).max()) or 1.0
    last = 2**_BITS - 1
    x, y = ((points - corner) / side * last).astype(np.int64).T
    places = np.zeros(len(points), np.int64)
    for bit in reversed(range(_BITS)):
        right, up = (x >> bit) & 1, (y >> bit) & 1
        places += ((3 * right) ^ up) << (2 * bit)
        # The curve is transposed in the two lower quadrants, in the right one also mirrored.
        mirrored = (up == 0) & (right == 1)
        x, y = np.where(mirrored, last - x, x), np.where(mirrored, last - y, y)
        x, y = np.where(up == 0, y, x), np.where(up == 0, x, y)
    return places
