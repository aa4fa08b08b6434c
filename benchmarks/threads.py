"""What do more threads bring? Time to reach the cost that one thread ends with.

    python benchmarks/threads.py DATA [--threads 2] [--seconds-per-customer 0.05] [--seeds 2]

One thread searches for the time given; then several, until they have its cost, at most four times
as long. Both with `D-O`, whose way does not depend on the time limit. Needs a core per thread.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import kinroute

INSTANCES = ("X-n157-k13", "X-n251-k28", "X-n327-k20", "X-n401-k29", "X-n502-k39", "X-n627-k43")


def speedup(path: Path, threads: int, seed: int, pace: float) -> tuple[float, float, float]:
    """Seconds of one thread to its last improvement, of several to that cost, and the ratio."""
    instance = kinroute.read(path)
    seconds = pace * instance.customers
    one = kinroute.solve(instance, method="D-O", seed=seed, stop=seconds)
    stop = [kinroute.AtCost(one.cost), kinroute.AfterSeconds(4 * seconds)]
    several = kinroute.solve(instance, method="D-O", seed=seed, stop=stop, threads=threads)
    reached = several.trace[-1].time if several.cost <= one.cost else several.runtime
    return one.trace[-1].time, reached, one.trace[-1].time / reached


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds-per-customer", type=float, default=0.05)
    parser.add_argument("--seeds", type=int, default=2)
    arguments = parser.parse_args()
    print(f"| instance | seed | 1 thread, s | {arguments.threads} threads, s | ratio |")
    print("|---|---|---|---|---|")
    logs = []
    for name in INSTANCES:
        for seed in range(1, arguments.seeds + 1):
            path = arguments.data / "X" / f"{name}.vrp"
            one, several, ratio = speedup(
                path, arguments.threads, seed, arguments.seconds_per_customer
            )
            logs.append(math.log(ratio))
            print(f"| {name} | {seed} | {one:.2f} | {several:.2f} | {ratio:.2f} |", flush=True)
    print(f"| **geometric mean** | | | | **{math.exp(sum(logs) / len(logs)):.2f}** |")


if __name__ == "__main__":
    main()
