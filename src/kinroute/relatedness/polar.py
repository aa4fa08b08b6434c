"""φ by polar distance: a step towards the depot or away from it counts half."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinroute.problem.instance import Instance
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.neighbours import Neighbours


@dataclass(frozen=True, slots=True)
class ByPolar:
    """Half of each list the nearest, the rest by distance with radial steps at half their length.

    Routes are petals: they run out from the depot and back, and a vehicle passes on its way what
    lies far off but in the same direction.
    """

    radial: float = 0.5
    """What a radial step counts."""

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by radial and tangential distance."""
        pairs = candidates(instance, k)
        if pairs.around is None:
            return pairs.neighbours(pairs.length, k)
        outer, inner = pairs.to_depot[:, None], pairs.to_depot[pairs.ids]
        tangential = np.minimum(pairs.angle() * np.sqrt(outer * inner), 2 * pairs.length)
        radial = self.radial * np.abs(outer - inner)
        return pairs.half_nearest(np.sqrt(radial * radial + tangential * tangential), k)
