"""Is `D-O` HGS? Gaps after equal iterations, next to HGS-CVRP from PyPI with the same parameters.

    python benchmarks/faithful.py DATA [--iterations 5000] [--seeds 3]

DATA holds X/*.vrp and bks_x.json. Prints a Markdown table; D-D is reported beside it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import mean

from hgs_reference import run_reference

import kinroute

INSTANCES = (
    "X-n101-k25",
    "X-n148-k46",
    "X-n204-k19",
    "X-n251-k28",
    "X-n298-k31",
    "X-n351-k40",
    "X-n401-k29",
    "X-n480-k70",
    "X-n573-k30",
    "X-n685-k75",
    "X-n819-k171",
    "X-n979-k58",
)
COLUMNS = ("HGS-CVRP", "D-O", "D-D")


def gaps(path: Path, seed: int, iterations: int, best_known: float) -> tuple[float, ...]:
    """Gap in % of HGS-CVRP, D-O and D-D after the same number of iterations."""
    instance = kinroute.read(path)
    costs = [run_reference(str(path), seed, iterations).cost]
    for method in ("D-O", "D-D"):
        stop = kinroute.AfterIterations(iterations)
        costs.append(kinroute.solve(instance, method=method, seed=seed, stop=stop).cost)
    return tuple(100 * (cost / best_known - 1) for cost in costs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--iterations", type=int, default=5000)
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    best_known = json.loads((arguments.data / "bks_x.json").read_text())
    print(f"| instance | {' | '.join(COLUMNS)} |\n|---|{'---|' * len(COLUMNS)}")
    rows = []
    for name in INSTANCES:
        path = arguments.data / "X" / f"{name}.vrp"
        runs = [
            gaps(path, seed, arguments.iterations, best_known[name])
            for seed in range(1, arguments.seeds + 1)
        ]
        rows.append([mean(column) for column in zip(*runs, strict=True)])
        print(f"| {name} | " + " | ".join(f"{gap:.3f}" for gap in rows[-1]) + " |", flush=True)
    means = [mean(column) for column in zip(*rows, strict=True)]
    print("| **mean** | " + " | ".join(f"**{gap:.3f}**" for gap in means) + " |")


if __name__ == "__main__":
    main()
