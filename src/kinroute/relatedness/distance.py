"""φ by distance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import nearest
from kinroute.relatedness.neighbours import Neighbours


@dataclass(frozen=True, slots=True)
class ByDistance:
    """φ_D: the nearer, the more related."""

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by distance."""
        ids, lengths = nearest(instance, k)
        return Neighbours(ids, (-lengths).astype(np.float32))
