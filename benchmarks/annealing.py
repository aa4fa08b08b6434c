"""Microseconds of processor time of an annealing step, on given instances.

    python benchmarks/annealing.py DATA/X/X-n627-k43.vrp DATA/X/X-n783-k48.vrp [--seconds 20]
    python benchmarks/annealing.py --customers 300 1000 3000 10000 --whole [--touched]

Files, or generated instances: uniform customers, a central depot, 20 on a route. With --whole
nothing is decomposed, so that one sees what a step costs at that size; with --touched local search
leaves out the rest of changed routes. A quarter of the time goes to steps without local search, and
only the second half is measured. A step takes longer while much can be improved: to compare sizes,
give all of them the same --steps-per-customer: so many without local search and as many with it,
whatever they take, of which the second half is measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import kinroute
from kinroute.search.stop import Stop


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
    annealing: dict[str, float] = {
        "solutions": 1,
        "share": 0.99,
        "quick_share": 0.25,
        "part_size": 10 * instance.customers if arguments.whole else 1500,
        "touched_only": arguments.touched,
    }
    stop: Stop = kinroute.AfterCpuSeconds(arguments.seconds)
    steps = arguments.steps_per_customer
    if steps is not None:
        annealing |= {"quick_steps": steps, "steps_per_customer": steps}
        stop = kinroute.AfterIterations(1)
    elif arguments.seconds_per_customer is not None:
        stop = kinroute.AfterCpuSeconds(arguments.seconds_per_customer * instance.customers)
    seen: list[tuple[float, int]] = []  # the search and the observer share a thread
    kinroute.solve(
        instance,
        config={"annealing": annealing, "granularity": 20},
        stop=stop,
        seed=arguments.seed,
        observer=lambda progress: seen.append((time.thread_time(), progress.annealing_steps)),
    )
    if steps is None:
        middle = (seen[0][0] + seen[-1][0]) / 2
        later = [moment for moment in seen if moment[0] >= middle]
    else:
        most = seen[-1][1]
        later = [moment for moment in seen if moment[1] >= 0.75 * most]
        later = later[: 1 + next(k for k, moment in enumerate(later) if moment[1] == most)]
    return 1e6 * (later[-1][0] - later[0][0]) / max(1, later[-1][1] - later[0][1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--customers", nargs="+", type=int, default=[])
    parser.add_argument("--route-size", type=float, default=20.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seconds-per-customer", type=float)
    parser.add_argument("--steps-per-customer", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--touched", action="store_true")
    arguments = parser.parse_args()
    for instance in instances(arguments):
        print(f"{instance.name}: {microseconds_per_step(instance, arguments):.1f} µs", flush=True)


if __name__ == "__main__":
    main()
