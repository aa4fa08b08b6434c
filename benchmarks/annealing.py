"""Microseconds of processor time of an annealing step, on given instances.

    python benchmarks/annealing.py DATA/X/X-n627-k43.vrp DATA/X/X-n783-k48.vrp [--seconds 20]
    python benchmarks/annealing.py --customers 300 1000 3000 10000 --whole [--touched]

Files, or generated instances: uniform customers, a central depot, 20 on a route. With --whole
nothing is decomposed, so that one sees what a step costs at that size; with --touched local search
leaves out the rest of changed routes. A quarter of the time goes to steps without local search, and
only the second half is measured. A step takes longer while much can be improved: to compare sizes,
give all of them the same --seconds-per-customer.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import kinroute


def instances(arguments: argparse.Namespace) -> Iterator[kinroute.Instance]:
    for path in arguments.files:
        yield kinroute.read(path)
    size = (arguments.route_size, arguments.route_size)
    for customers in arguments.customers:
        yield kinroute.generate(
            customers,
            law="X",
            depot="center",
            layout="random",
            demand="1-100",
            route_size=size,
            seed=1,
        )


def microseconds_per_step(instance: kinroute.Instance, arguments: argparse.Namespace) -> float:
    """Of the second half of one long annealing."""
    annealing = {
        "solutions": 1,
        "share": 0.99,
        "quick_share": 0.25,
        "part_size": 10 * instance.customers if arguments.whole else 1500,
        "touched_only": arguments.touched,
    }
    each = arguments.seconds_per_customer
    seconds = arguments.seconds if each is None else each * instance.customers
    seen: list[tuple[float, int]] = []  # the search and the observer share a thread
    kinroute.solve(
        instance,
        config={"annealing": annealing, "granularity": 20},
        stop=kinroute.AfterCpuSeconds(seconds),
        seed=arguments.seed,
        observer=lambda progress: seen.append((time.thread_time(), progress.annealing_steps)),
    )
    middle = (seen[0][0] + seen[-1][0]) / 2
    later = [moment for moment in seen if moment[0] >= middle]
    return 1e6 * (later[-1][0] - later[0][0]) / max(1, later[-1][1] - later[0][1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--customers", nargs="+", type=int, default=[])
    parser.add_argument("--route-size", type=float, default=20.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seconds-per-customer", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--touched", action="store_true")
    arguments = parser.parse_args()
    for instance in instances(arguments):
        print(f"{instance.name}: {microseconds_per_step(instance, arguments):.1f} µs", flush=True)


if __name__ == "__main__":
    main()
