"""Vehicle routing by a hybrid genetic search that is steered by relatedness.

import kinroute

instance = kinroute.read("stops.csv", capacity=250)
result = kinroute.solve(instance, stop=kinroute.AfterSeconds(30))
print(result.cost, result.routes)
"""

import logging

from kinroute import errors
from kinroute.check import Check, check
from kinroute.config import SearchConfig
from kinroute.errors import Interrupted, KinrouteError
from kinroute.generate import generate
from kinroute.instance import Instance
from kinroute.io import read
from kinroute.progress import Progress
from kinroute.relatedness import ByDistance, ByHeatmap, Neighbours, Relatedness
from kinroute.result import Result
from kinroute.solution import Solution
from kinroute.solve import solve
from kinroute.stop import AfterCpuSeconds, AfterIterations, AfterNoImprovement, AfterSeconds, AtCost

__all__ = [
    "AfterCpuSeconds",
    "AfterIterations",
    "AfterNoImprovement",
    "AfterSeconds",
    "AtCost",
    "ByDistance",
    "ByHeatmap",
    "Check",
    "Instance",
    "Interrupted",
    "KinrouteError",
    "Neighbours",
    "Progress",
    "Relatedness",
    "Result",
    "SearchConfig",
    "Solution",
    "check",
    "errors",
    "generate",
    "read",
    "solve",
]

__version__ = "0.1.0"

logging.getLogger("kinroute").addHandler(logging.NullHandler())
