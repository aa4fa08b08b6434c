"""Relatednesses beside distance and heatmaps, cheap ones, each with a name."""

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

__all__ = [
    "NAMED",
    "ORACLE",
    "ByFusion",
    "ByMutualRank",
    "ByPolar",
    "ByQuadrants",
    "ByRanker",
    "ByRoutes",
    "BySavings",
    "named",
]

NAMED: dict[str, Callable[[], Relatedness]] = {
    "distance": ByDistance,
    "mutual-rank": ByMutualRank,
    "quadrants": ByQuadrants,
    "polar": ByPolar,
    "savings": BySavings,
    "fusion": ByFusion,
    "ranker": ByRanker,
}
"""What needs nothing but the instance."""

ORACLE = "oracle:"
"""Before the name of a `.sol` file: the oracle that knows these routes."""


def named(name: str) -> Relatedness | None:
    """The relatedness of that name, in any case; None where there is none."""
    if name.lower().startswith(ORACLE):
        return ByRoutes(name[len(ORACLE) :])
    made = NAMED.get(name.lower())
    return None if made is None else made()
