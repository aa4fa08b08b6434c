"""Ahead of the others? Gaps of the solvers a user could pick, at equal time on the same machine.

    python benchmarks/peers.py DATA --seconds 1 [--sample 10] [--solvers kinroute hygese …]
    python benchmarks/peers.py DATA --seconds-per-customer 0.24 --sample 5

DATA holds X/*.vrp and bks_x.json. The solvers take turns on each instance, one core each, in
processes of their own; their routes are judged by our checker. `over` is how much longer than
allowed a call took at most, with start-up and reading. Needs `pip install --group peers`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean

from gap import sampled
from peer_solvers import SOLVERS

import kinroute

PROGRAM = Path(__file__).with_name("peer_solvers.py")


def turn(
    solver: str, path: Path, seconds: float, seed: int, known: float
) -> tuple[float | None, float]:
    """The gap in %, or None without feasible routes, and the seconds that the call took longer."""
    command = [sys.executable, str(PROGRAM), solver, str(path), str(seconds), str(seed)]
    began = time.perf_counter()
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    over = time.perf_counter() - began - seconds
    if ended.returncode != 0:
        raise RuntimeError(f"{solver} on {path.stem}: {ended.stderr.strip()}")
    routes = json.loads(ended.stdout.splitlines()[-1])
    verdict = kinroute.check(kinroute.read(path), kinroute.Solution(routes))
    return (100 * (verdict.cost / known - 1) if verdict.feasible else None), over


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seconds-per-customer", type=float, default=0.24)
    parser.add_argument("--sample", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solvers", nargs="+", default=list(SOLVERS), choices=SOLVERS)
    arguments = parser.parse_args()
    known = json.loads((arguments.data / "bks_x.json").read_text())
    solvers = arguments.solvers
    gaps: dict[str, list[float | None]] = {solver: [] for solver in solvers}
    longest = dict.fromkeys(solvers, 0.0)
    print(f"| instance | {' | '.join(solvers)} |\n|---|{'---|' * len(solvers)}")
    for path in sampled(sorted((arguments.data / "X").glob("*.vrp")), arguments.sample):
        seconds = arguments.seconds or (
            arguments.seconds_per_customer * kinroute.read(path).customers
        )
        for solver in solvers:
            gap, over = turn(solver, path, seconds, arguments.seed, known[path.stem])
            gaps[solver].append(gap)
            longest[solver] = max(longest[solver], over)
        row = (gaps[solver][-1] for solver in solvers)
        print(f"| {path.stem} | {' | '.join(map(cell, row))} |", flush=True)
    found = ([gap for gap in gaps[solver] if gap is not None] for solver in solvers)
    means = (mean(some) if some else None for some in found)
    print(f"| **mean** | {' | '.join(map(cell, means))} |")
    print(f"| none found | {' | '.join(str(gaps[solver].count(None)) for solver in solvers)} |")
    print(f"| over, s | {' | '.join(f'{longest[solver]:.1f}' for solver in solvers)} |")


def cell(gap: float | None) -> str:
    return "none" if gap is None else f"{gap:.2f}"


if __name__ == "__main__":
    main()
