"""φ by quadrants: near customers in every direction, as with quadrant neighbours for the TSP."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.distance import ByDistance
from kinroute.relatedness.neighbours import Neighbours


@dataclass(frozen=True, slots=True)
class ByQuadrants:
    """Half of each list the nearest, the rest in turn from the four quadrants around a customer.

    Without coordinates there are no quadrants, and it is by distance alone.
    """

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by place within the quadrant."""
        pairs = candidates(instance, k)
        if pairs.around is None:
            return ByDistance().neighbours(instance, k)
        east, north = np.moveaxis(pairs.around[pairs.ids] - pairs.around[:, None], 2, 0)
        return pairs.half_nearest(_turns(east, north), k)


def _turns(east: FloatArray, north: FloatArray) -> FloatArray:
    """How many candidates of the same quadrant are nearer."""
    turns = np.zeros(east.shape)
    # Each quadrant has one of the half-axes beside it, so that a turn by 90° changes nothing.
    for is_inside in (
        (east > 0) & (north >= 0),
        (east <= 0) & (north > 0),
        (east < 0) & (north <= 0),
        (east >= 0) & (north < 0),
    ):
        turns += is_inside * np.cumsum(is_inside, axis=1)
    return turns
