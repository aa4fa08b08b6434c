"""Annealing steps per second of processor time, on given instances.

    python benchmarks/annealing.py DATA/X/X-n627-k43.vrp DATA/X/X-n783-k48.vrp [--seconds 20]
    python benchmarks/annealing.py --customers 300 1000 3000 10000 --whole

Generated instances of set X's law, or files. With --whole nothing is decomposed, so that one sees
what a step costs at that size.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import kinroute


def instances(arguments: argparse.Namespace) -> Iterator[kinroute.Instance]:
    for path in arguments.files:
        yield kinroute.read(path)
    for customers in arguments.customers:
        yield kinroute.generate(customers, law="X", seed=1)


def steps_per_second(instance: kinroute.Instance, arguments: argparse.Namespace) -> float:
    """Of one long annealing, from start to end of the temperatures."""
    part_size = 10 * instance.customers if arguments.whole else 1500
    annealing = {"solutions": 1, "share": 0.99, "quick_share": 0.0, "part_size": part_size}
    last: list[kinroute.Progress] = []
    kinroute.solve(
        instance,
        config={"annealing": annealing, "granularity": 20},
        stop=kinroute.AfterCpuSeconds(arguments.seconds),
        seed=arguments.seed,
        observer=last.append,
    )
    seconds: float = arguments.seconds
    return last[-1].annealing_steps / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--customers", nargs="+", type=int, default=[])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", action="store_true")
    arguments = parser.parse_args()
    for instance in instances(arguments):
        rate = steps_per_second(instance, arguments)
        print(
            f"{instance.name}: {rate:,.0f} steps per second, {1e6 / rate:.1f} µs each", flush=True
        )


if __name__ == "__main__":
    main()
