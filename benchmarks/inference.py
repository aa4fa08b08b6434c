"""How long do features, network and lists take without torch?

    python benchmarks/inference.py DATA [--model light-2] [--repeats 300]

The best of several runs of `ByNetwork(MODEL).neighbours(instance, 20)` on one core, processor time;
reading the instance and the model is left out, and so is the first run. Above 100 customers there
are fewer repeats. DATA holds the folders XML/, X/ and large/ of benchmark instances.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import kinroute

INSTANCES = ("XML/XML100_1111_07", "X/X-n979-k58", "large/Ghent1")
NEIGHBOURS = 20


def least_milliseconds(step: Callable[[], object], repeats: int) -> float:
    """Processor time of the quickest run."""
    step()
    times = []
    for _ in range(repeats):
        began = time.thread_time()
        step()
        times.append(time.thread_time() - began)
    return 1000 * min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--model", default="light-2")
    parser.add_argument("--repeats", type=int, default=300)
    arguments = parser.parse_args()
    related = kinroute.ByNetwork(arguments.model)
    related.load()
    print("| instance | customers | ms |\n|---|---|---|")
    for name in INSTANCES:
        instance = kinroute.read(arguments.data / f"{name}.vrp")
        repeats = max(1, arguments.repeats * 100**2 // instance.customers**2)
        least = least_milliseconds(lambda: related.neighbours(instance, NEIGHBOURS), repeats)  # noqa: B023
        print(f"| {instance.name} | {instance.customers} | {least:,.2f} |", flush=True)


if __name__ == "__main__":
    main()
