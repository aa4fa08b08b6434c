"""Vehicle routing by a hybrid genetic search that is steered by relatedness.

import kinroute

instance = kinroute.read("stops.csv", capacity=250)
result = kinroute.solve(instance, stop=kinroute.AfterSeconds(30))
print(result.cost, result.routes)
"""

import logging

from kinroute import errors
from kinroute.errors import Interrupted, KinrouteError
from kinroute.io import read
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance
from kinroute.relatedness.distance import ByDistance
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.neighbours import Neighbours, Relatedness
from kinroute.relatedness.network import ByNetwork
from kinroute.search.config import SearchConfig
from kinroute.search.pause import Pause
from kinroute.search.progress import Progress
from kinroute.search.solve import solve
from kinroute.search.stop import (
    AfterCpuSeconds,
    AfterIterations,
    AfterNoImprovement,
    AfterSeconds,
    AtCost,
)
from kinroute.solution import Solution
from kinroute.solution.check import Check, check
from kinroute.solution.result import Result

__all__ = [
    "AfterCpuSeconds",
    "AfterIterations",
    "AfterNoImprovement",
    "AfterSeconds",
    "AtCost",
    "ByDistance",
    "ByHeatmap",
    "ByNetwork",
    "Check",
    "Instance",
    "Interrupted",
    "KinrouteError",
    "Neighbours",
    "Pause",
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

__version__ = "0.2.0"

logging.getLogger("kinroute").addHandler(logging.NullHandler())
