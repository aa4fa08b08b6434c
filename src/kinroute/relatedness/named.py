"""The relatednesses that have a name: those that need nothing but the instance, and the oracle."""

from __future__ import annotations

from collections.abc import Callable

from kinroute.relatedness.distance import ByDistance
from kinroute.relatedness.fusion import ByFusion
from kinroute.relatedness.mutual_rank import ByMutualRank
from kinroute.relatedness.neighbours import Relatedness
from kinroute.relatedness.polar import ByPolar
from kinroute.relatedness.quadrants import ByQuadrants
from kinroute.relatedness.ranker import ByRanker
from kinroute.relatedness.routes import ByRoutes
from kinroute.relatedness.savings import BySavings

NAMED: dict[str, Callable[[], Relatedness]] = {
    "distance": ByDistance,
    "mutual-rank": ByMutualRank,
    "quadrants": ByQuadrants,
    "polar": ByPolar,
    "savings": BySavings,
    "fusion": ByFusion,
    "ranker": ByRanker,
}
"""By name; each needs nothing but the instance."""

ORACLE = "oracle:"
"""Prefix of a `.sol` file: the oracle, which ranks by the edges of these routes."""


def named(name: str) -> Relatedness | None:
    """The relatedness of that name, in any case; None where there is none."""
    if name.lower().startswith(ORACLE):
        return ByRoutes(name[len(ORACLE) :])
    made = NAMED.get(name.lower())
    return None if made is None else made()
