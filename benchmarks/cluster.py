"""What do more workers of a cluster bring? Time to reach the cost of one worker.

    python benchmarks/cluster.py [--customers 30000] [--seconds 120] [--workers 2] [--seeds 2]

A solve is annealed over the whole of its time, so its cost half-way says nothing: a shorter solve
is run for each point of the curve. One worker has the full time, several have 50, 62.5, 80 and
100 % of it. Costs are averaged over the seeds; the time in which several workers reach the cost of
one lies between two points, on a straight line. `--compare` also runs `kinroute.solve` and islands
for the full time: islands are what several workers do where an instance is too small for parts.

Times need a core for each worker and an idle machine; the load before and after is printed.
"""

from __future__ import annotations

import argparse
import os
from itertools import pairwise
from statistics import mean

import kinroute
from kinroute.bench.api import solve_on_cluster

SHARES = (0.5, 0.625, 0.8, 1.0)


def reached(curve: list[tuple[float, float]], cost: float) -> float | None:
    """When a curve of times and costs is at that cost; None if it never is.

    Where the first point is below it already, that is an upper bound.
    """
    if curve[0][1] <= cost:
        return curve[0][0]
    for (early, before), (late, after) in pairwise(curve):
        if after <= cost:
            return early + (late - early) * (before - cost) / (before - after)
    return None


def load() -> str:
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--customers", type=int, default=30_000)
    parser.add_argument("--instance-seed", type=int, default=1)
    parser.add_argument("--route-size", type=float, nargs=2, default=(12.0, 20.0))
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--shares", type=float, nargs="+", default=SHARES)
    parser.add_argument("--least-part", type=int)
    parser.add_argument("--compare", action="store_true")
    arguments = parser.parse_args()
    instance = kinroute.generate(
        arguments.customers,
        law="X",
        route_size=tuple(arguments.route_size),
        seed=arguments.instance_seed,
    )
    seeds = range(1, arguments.seeds + 1)

    def mean_cost(name: str, workers: int, seconds: float, least_part: int | None) -> float:
        costs = []
        for seed in seeds:
            if workers:
                result = solve_on_cluster(
                    instance, workers=workers, stop=seconds, seed=seed, least_part=least_part
                )
            else:
                result = kinroute.solve(instance, stop=seconds, seed=seed)
            costs.append(result.cost)
        each = " ".join(f"{cost:.0f}" for cost in costs)
        print(f"| {name} | {seconds:.1f} | {mean(costs):.1f} | {each} |", flush=True)
        return mean(costs)

    print(f"{instance.name}, load {load()}\n")
    print("| search | seconds | mean cost | costs |\n|---|---|---|---|")
    if arguments.compare:
        mean_cost("kinroute.solve", 0, arguments.seconds, None)
        islands = instance.customers + 1
        mean_cost(f"{arguments.workers} islands", arguments.workers, arguments.seconds, islands)
    one = mean_cost("1 worker", 1, arguments.seconds, arguments.least_part)
    name = f"{arguments.workers} workers"
    curve = [
        (
            share * arguments.seconds,
            mean_cost(name, arguments.workers, share * arguments.seconds, arguments.least_part),
        )
        for share in sorted(arguments.shares)
    ]
    seconds = reached(curve, one)
    if seconds is None:
        print(f"\n{name} do not reach the cost of 1 worker; load {load()}")
        return
    is_bound = seconds == curve[0][0]
    ratio = f"{'at least ' if is_bound else ''}{arguments.seconds / seconds:.2f}"
    print(f"\n{name} reach the cost of 1 worker in {seconds:.1f} s: ratio {ratio}; load {load()}")


if __name__ == "__main__":
    main()
