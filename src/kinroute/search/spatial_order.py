"""The numbers that customers have in the core: neighbours in the plane get near ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import IntArray

_FIT_THE_CACHE = 300
"""Up to this many customers the table of distances is at hand however they are numbered."""
_BITS = 16


@dataclass(frozen=True, slots=True)
class Numbering:
    """A permutation of the nodes: what is number k in the core is `nodes[k]` to the user."""

    nodes: npt.NDArray[np.intp]

    @staticmethod
    def of(instance: Instance) -> Numbering:
        """As the user has it, or for larger instances on a map along a curve through it."""
        customers = np.arange(1, instance.customers + 1)
        if instance.customers > _FIT_THE_CACHE and instance.coordinates is not None:
            places = _places_on_curve(instance.positions()[1:])
            customers = customers[np.argsort(places, kind="stable")]
        return Numbering(np.concatenate(([0], customers)))

    @property
    def customers(self) -> npt.NDArray[np.intp]:
        """Rows of arrays over the customers, which begin with the first of them, in this order."""
        return self.nodes[1:] - 1

    def lists(self, ids: IntArray) -> IntArray:
        """Lists of related customers, in the core's numbers; 0 pads them as before."""
        return np.ascontiguousarray(self._ranks()[ids[self.customers]], np.int32)

    def inward(self, routes: Iterable[Iterable[int]]) -> list[list[int]]:
        """The user's routes in the core's numbers."""
        ranks = self._ranks()
        return [[int(ranks[customer]) for customer in route] for route in routes]

    def outward(self, routes: Iterable[Iterable[int]]) -> list[list[int]]:
        """The core's routes in the user's numbers."""
        return [[int(self.nodes[customer]) for customer in route] for route in routes]

    def _ranks(self) -> npt.NDArray[np.intp]:
        ranks = np.empty_like(self.nodes)
        ranks[self.nodes] = np.arange(len(ranks))
        return ranks


def _places_on_curve(points: FloatArray) -> npt.NDArray[np.int64]:
    """How far along Hilbert's curve, which fills the square around them, the points lie."""
    corner = points.min(axis=0)
    side = float(np.ptp(points, axis=0).max()) or 1.0
    last = 2**_BITS - 1
    x, y = ((points - corner) / side * last).astype(np.int64).T
    places = np.zeros(len(points), np.int64)
    for bit in reversed(range(_BITS)):
        right, up = (x >> bit) & 1, (y >> bit) & 1
        places += ((3 * right) ^ up) << (2 * bit)
        # The two lower quarters are the curve turned over, the right one the other way round.
        mirrored = (up == 0) & (right == 1)
        x, y = np.where(mirrored, last - x, x), np.where(mirrored, last - y, y)
        x, y = np.where(up == 0, y, x), np.where(up == 0, x, y)
    return places
