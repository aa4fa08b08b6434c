"""Relatedness: which customers belong together, by distance, by heatmap, and by name."""

from kinroute.relatedness.distance import ByDistance
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.neighbours import Neighbours, Relatedness

__all__ = ["ByDistance", "ByHeatmap", "Neighbours", "Relatedness"]
