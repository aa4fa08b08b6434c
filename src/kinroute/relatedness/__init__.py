"""Relatedness: which customers belong together, by distance, heatmap, network, or a named rule."""

from kinroute.relatedness.distance import ByDistance
from kinroute.relatedness.fusion import ByFusion
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.mutual_rank import ByMutualRank
from kinroute.relatedness.neighbours import Neighbours, Relatedness
from kinroute.relatedness.network import ByNetwork
from kinroute.relatedness.polar import ByPolar
from kinroute.relatedness.quadrants import ByQuadrants
from kinroute.relatedness.ranker import ByRanker
from kinroute.relatedness.routes import ByRoutes
from kinroute.relatedness.savings import BySavings

__all__ = [
    "ByDistance",
    "ByFusion",
    "ByHeatmap",
    "ByMutualRank",
    "ByNetwork",
    "ByPolar",
    "ByQuadrants",
    "ByRanker",
    "ByRoutes",
    "BySavings",
    "Neighbours",
    "Relatedness",
]
