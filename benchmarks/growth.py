"""How do time and memory grow with the number of customers?

    python benchmarks/growth.py [--seconds 30] [--sizes 100 1000 10000 30000]

Generated instances with clusters and long routes, as in the Flanders set; each size in a process
of its own. A sweep is one local search of a solution that was built greedily. The costs are those
after a quarter, half and all of the time, in % of the last.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time

import kinroute
from kinroute import ByDistance, _core
from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER
from kinroute.search.core_problem import core_problem

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000)


def measured(customers: int, seconds: float) -> dict[str, float]:
    """All figures of one size; the peak is that of the search, measured before anything else."""
    instance = kinroute.generate(
        customers, law="X", seed=1, layout="clustered", route_size=(14, 15)
    )
    result = kinroute.solve(instance, stop=kinroute.AfterSeconds(seconds))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    def cost_at(share: float) -> float:
        return min(
            (at.cost for at in result.trace if at.time <= share * seconds), default=float("nan")
        )

    core = core_problem(instance)
    related = _core.Neighbours(ByDistance().neighbours(instance, 20).ids)
    config = core_config(PAPER)
    seeds = range(1, 100)
    tries = (_core.testing.construct(core.problem, related, config, seed) for seed in seeds)
    routes = next(routes for routes in tries if routes)  # none if a customer found no place
    began = time.perf_counter()
    _core.testing.local_search(
        core.problem, related, routes, (int(100 * core.cost_scale / core.demand_scale), 256), 1
    )
    return {
        "sweep": time.perf_counter() - began,
        "first": result.trace[0].time,
        "quarter": 100 * (cost_at(0.25) / result.cost - 1),
        "half": 100 * (cost_at(0.5) / result.cost - 1),
        "overrun": result.runtime - seconds,
        "peak": peak,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measured(arguments.one, arguments.seconds)))
        return
    print(
        "| customers | sweep s | µs per customer | first feasible s | after ¼ | after ½ "
        "| overrun s | peak MB |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for size in arguments.sizes:
        command = [sys.executable, __file__, "--one", str(size)]
        command += ["--seconds", str(arguments.seconds)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        row = json.loads(output.splitlines()[-1])
        print(
            f"| {size} | {row['sweep']:.3f} | {1e6 * row['sweep'] / size:.0f} "
            f"| {row['first']:.2f} | +{row['quarter']:.2f} % | +{row['half']:.2f} % "
            f"| {row['overrun']:.2f} | {row['peak']:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
