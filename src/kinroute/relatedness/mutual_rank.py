"""φ by mutual rank: both are near one another, compared with how near others are to each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinroute.problem.instance import Instance
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.neighbours import Neighbours


@dataclass(frozen=True, slots=True)
class ByMutualRank:
    """The fewer customers are nearer to i than j, and nearer to j than i, the more related.

    A customer on its own is related to the outermost of a cluster; those inside, though hardly
    farther, have nearer ones.
    """

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by the sum of both ranks."""
        pairs = candidates(instance, k)
        ranks = np.broadcast_to(np.arange(float(pairs.ids.shape[1])), pairs.ids.shape)
        return pairs.neighbours(ranks + pairs.mirrored(ranks, ranks.shape[1]), k)
