"""φ by savings: what one vehicle saves that serves both, compared with two."""

from __future__ import annotations

from dataclasses import dataclass

from kinroute.problem.instance import Instance
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.neighbours import Neighbours


@dataclass(frozen=True, slots=True)
class BySavings:
    """The distance less a share of the candidate's distance to the depot.

    Share 1 orders as the savings d(0, i) + d(0, j) − d(i, j) of Clarke and Wright do, share 0 as
    the distance does; a third is distance less half of the savings.
    """

    share: float = 1 / 3

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by distance less savings."""
        pairs = candidates(instance, k)
        return pairs.neighbours(pairs.length - self.share * pairs.to_depot[pairs.ids], k)
