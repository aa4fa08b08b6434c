"""What do more threads bring to `auto`? The time limit at which they reach the cost of one thread.

    python benchmarks/auto_threads.py --customers 1000 3000 [--seconds 30] [--seeds 4] [--processor]
    python benchmarks/auto_threads.py DATA/X/X-n783-k48.vrp DATA/X/X-n979-k58.vrp

Files, or generated instances of law X. `auto` plans its annealing over the time limit, so a run
cannot be cut short to see what less time brings: several threads run with limits of 1/2, 1/1.6,
1/1.25 and all of the time of one thread, and the limit at which their mean cost is that of one
thread is interpolated. The ratio of the two limits is 2 if two threads are worth two processors;
"> 2" if half of the time was enough, "< 1" if all of it was not.

With --processor the limits are processor time of each thread, which other load changes little;
what threads wait for one another is not counted then.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import mean

import kinroute

SHARES = (1 / 2, 1 / 1.6, 1 / 1.25, 1)


def instances(arguments: argparse.Namespace) -> Iterator[kinroute.Instance]:
    for path in arguments.files:
        yield kinroute.read(path)
    size = None if arguments.route_size is None else (arguments.route_size, arguments.route_size)
    for customers in arguments.customers:
        yield kinroute.generate(customers, law="X", seed=arguments.instance_seed, route_size=size)


def mean_cost(
    instance: kinroute.Instance, threads: int, seconds: float, arguments: argparse.Namespace
) -> float:
    stop: kinroute.AfterSeconds | kinroute.AfterCpuSeconds = kinroute.AfterSeconds(seconds)
    if arguments.processor:
        stop = kinroute.AfterCpuSeconds(threads * seconds)
    seeds = range(1, arguments.seeds + 1)
    return mean(
        kinroute.solve(instance, stop=stop, seed=seed, threads=threads).cost for seed in seeds
    )


def ratio(one: float, several: list[float]) -> str:
    """How much less time several threads need for the cost of one, from costs at `SHARES`."""
    if several[0] <= one:
        return f"> {1 / SHARES[0]:.2f}"
    for (early, late), (before, after) in zip(pairwise(SHARES), pairwise(several), strict=True):
        if after <= one < before:
            part = (before - one) / (before - after)
            return f"{1 / math.exp(math.log(early) + part * math.log(late / early)):.2f}"
    return "< 1.00"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--customers", nargs="+", type=int, default=[])
    parser.add_argument("--route-size", type=float)
    parser.add_argument("--instance-seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--processor", action="store_true")
    arguments = parser.parse_args()
    shown = " | ".join(f"in {share:.0%}" for share in SHARES)
    print(f"| instance | one thread | {arguments.threads} threads {shown} | ratio |")
    print("|---|---|" + "---|" * (len(SHARES) + 1))
    for instance in instances(arguments):
        one = mean_cost(instance, 1, arguments.seconds, arguments)
        several = [
            mean_cost(instance, arguments.threads, share * arguments.seconds, arguments)
            for share in SHARES
        ]
        costs = " | ".join(f"{cost:.0f}" for cost in (one, *several))
        print(f"| {instance.name} | {costs} | {ratio(one, several)} |", flush=True)


if __name__ == "__main__":
    main()
