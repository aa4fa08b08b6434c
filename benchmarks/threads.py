"""What do more threads bring? Time to reach a cost that one thread reaches with every seed.

    python benchmarks/threads.py DATA [--threads 2] [--seconds-per-customer 0.02] [--seeds 4]

One thread searches for the time given, with several seeds; the worst of their costs is the aim.
Then several threads, with the same seeds, search for that cost, at most four times as long. The
time of each side is the geometric mean over the seeds. Both with `D-O`, whose way does not depend
on the time limit. Needs a core per thread and an idle machine.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import kinroute
from kinroute.stop import Stop

INSTANCES = ("X-n157-k13", "X-n251-k28", "X-n327-k20", "X-n401-k29", "X-n502-k39", "X-n627-k43")


def reached(result: kinroute.Result, cost: float) -> float:
    """When a search was first at that cost; its whole time if never."""
    return next((at.time for at in result.trace if at.cost <= cost), result.runtime)


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def speedup(path: Path, threads: int, seeds: int, pace: float) -> tuple[float, float]:
    """Seconds to the aim with one thread and with several."""
    instance = kinroute.read(path)
    seconds = pace * instance.customers

    def search(seed: int, *stop: Stop, threads: int = 1) -> kinroute.Result:
        return kinroute.solve(instance, method="D-O", seed=seed, stop=stop, threads=threads)

    numbers = range(1, seeds + 1)
    ones = [search(seed, kinroute.AfterSeconds(seconds)) for seed in numbers]
    aim = max(result.cost for result in ones)
    stop = kinroute.AtCost(aim), kinroute.AfterSeconds(4 * seconds)
    several = [search(seed, *stop, threads=threads) for seed in numbers]
    return (
        geometric_mean([reached(result, aim) for result in ones]),
        geometric_mean([reached(result, aim) for result in several]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds-per-customer", type=float, default=0.02)
    parser.add_argument("--seeds", type=int, default=4)
    arguments = parser.parse_args()
    print(f"| instance | 1 thread, s | {arguments.threads} threads, s | ratio |")
    print("|---|---|---|---|")
    ratios = []
    for name in INSTANCES:
        path = arguments.data / "X" / f"{name}.vrp"
        one, several = speedup(
            path, arguments.threads, arguments.seeds, arguments.seconds_per_customer
        )
        ratios.append(one / several)
        print(f"| {name} | {one:.2f} | {several:.2f} | {ratios[-1]:.2f} |", flush=True)
    print(f"| **geometric mean** | | | **{geometric_mean(ratios):.2f}** |")


if __name__ == "__main__":
    main()
