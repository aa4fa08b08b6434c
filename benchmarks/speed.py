"""How many iterations per second, next to HGS-CVRP from PyPI with the same parameters?

    python benchmarks/speed.py DATA [--iterations 2000] [--repeats 2]

Both sides run interleaved, on one core, in one run. DATA holds X/*.vrp. Processor time, as
HGS-CVRP's log has it, from the start of the search: reading files is left out on both sides.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from statistics import median

from hgs_reference import run_reference

import kinroute

INSTANCES = (
    "X-n101-k25",
    "X-n157-k13",
    "X-n242-k48",
    "X-n327-k20",
    "X-n401-k29",
    "X-n502-k39",
    "X-n627-k43",
    "X-n819-k171",
)


def rates(path: Path, iterations: int, seed: int) -> tuple[float, float]:
    """Iterations per second of HGS-CVRP and of D-O."""
    reference = run_reference(str(path), seed, iterations)
    instance = kinroute.read(path)
    stop = kinroute.AfterIterations(iterations)
    began = time.thread_time()
    result = kinroute.solve(instance, method="D-O", seed=seed, stop=stop)
    seconds = time.thread_time() - began
    return reference.iterations / reference.seconds, result.iterations / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=2)
    arguments = parser.parse_args()
    print("| instance | hygese it/s | D-O it/s | ratio |\n|---|---|---|---|")
    ratios = []
    for name in INSTANCES:
        path = arguments.data / "X" / f"{name}.vrp"
        runs = [rates(path, arguments.iterations, seed + 1) for seed in range(arguments.repeats)]
        theirs, ours = (median(column) for column in zip(*runs, strict=True))
        ratios.append(ours / theirs)
        print(f"| {name} | {theirs:.0f} | {ours:.0f} | {ratios[-1]:.2f} |", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"| **geometric mean** | | | **{mean:.2f}** |")


if __name__ == "__main__":
    main()
