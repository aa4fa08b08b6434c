"""Does the time limit hold? Overrun by size, and the first feasible solution of a large instance.

    python benchmarks/on_time.py DATA

DATA holds X/*.vrp and large/*.vrp. The last column is the peak memory of the process so far.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

import kinroute

RUNS = (
    ("X/X-n101-k25", 1.0),
    ("X/X-n502-k39", 1.0),
    ("X/X-n979-k58", 1.0),
    ("X/X-n979-k58", 5.0),
    ("large/Leuven1", 5.0),
    ("large/Antwerp1", 8.0),
    ("large/Ghent1", 2.0),
    ("large/Ghent1", 10.0),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    arguments = parser.parse_args()
    print("| instance | customers | limit s | overrun ms | read s | first feasible s | peak MB |")
    print("|---|---|---|---|---|---|---|")
    for name, limit in RUNS:
        begin = time.perf_counter()
        instance = kinroute.read(arguments.data / f"{name}.vrp")
        reading = time.perf_counter() - begin
        begin = time.perf_counter()
        result = kinroute.solve(instance, stop=kinroute.AfterSeconds(limit))
        overrun = time.perf_counter() - begin - limit
        first = f"{reading + result.trace[0].time:.2f}" if result.trace else "none"
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"| {instance.name} | {instance.customers} | {limit:g} | {1000 * overrun:.0f} | "
            f"{reading:.2f} | {first} | {peak:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
