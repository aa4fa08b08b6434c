"""HGS-CVRP as it comes from PyPI (`hygese`), stopped after a number of iterations.

The library has no iteration limit, but its log prints the best cost every 500 iterations; so it
runs in a process of its own, which is ended as soon as the line that counts appears.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass

_LOG_LINE = re.compile(
    r"It\s+(\d+)\s+\d+ \| T\(s\) ([\d.]+) "
    r"\| Feas (?:\d+ ([\d.]+) [\d.]+|NO-FEASIBLE)"
)

_CHILD = """
import sys, hygese, vrplib
path, seed = sys.argv[1], int(sys.argv[2])
parameters = hygese.AlgorithmParameters(
    timeLimit=1e6, nbIter=10**9, seed=seed, nbGranular=15, mu=12, lambda_=20, nbElite=4, nbClose=5,
    targetFeasible=0.2)
file = vrplib.read_instance(path, compute_edge_weights=False)
x, y = file["node_coord"].T.astype(float)
data = dict(x_coordinates=x, y_coordinates=y, demands=file["demand"].astype(float),
            service_times=[0.0] * len(x), vehicle_capacity=float(file["capacity"]), depot=0)
hygese.Solver(parameters=parameters, verbose=True).solve_cvrp(data, rounding=True)
"""


@dataclass(frozen=True, slots=True)
class ReferenceRun:
    cost: float
    iterations: int
    seconds: float


def run_reference(path: str, seed: int, iterations: int) -> ReferenceRun:
    """Best cost of HGS-CVRP with the paper's parameters after `iterations` (a multiple of 500)."""
    command = [sys.executable, "-c", _CHILD, path, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            match = _LOG_LINE.search(line)
            if match and int(match[1]) >= iterations:
                process.kill()
                return ReferenceRun(float(match[3] or "inf"), int(match[1]), float(match[2]))
    raise RuntimeError(f"hygese ended before iteration {iterations} on {path}")
