"""Does it find what is known? Classic optima in 5 s, instances with duration limits in 20 s.

    python benchmarks/right.py DATA [--method auto] [--workers 2]

DATA holds classic/*.vrp with .sol files, and duration/*.vrp whose COMMENT is the best-known cost.
"""

from __future__ import annotations

import argparse
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean

import kinroute
from kinroute.search.stop import Stop


@dataclass(frozen=True, slots=True)
class Run:
    name: str
    cost: float
    known: float
    feasible: bool

    @property
    def gap(self) -> float:
        """Percent above the known cost."""
        return 100 * (self.cost / self.known - 1)


def solved(path: Path, *, seconds: float, method: str) -> Run:
    """Search until the known cost is reached, or the time is over."""
    known = known_cost(path)
    instance = kinroute.read(path, vehicles=fleet(path))
    stop: list[Stop] = [kinroute.AfterSeconds(seconds), kinroute.AtCost(known + 1e-6)]
    result = kinroute.solve(instance, method=method, stop=stop)
    return Run(path.stem, result.cost, known, result.feasible)


def known_cost(path: Path) -> float:
    """The cost that is all of the instance's COMMENT, or else the one in its .sol file."""
    match = re.search(r"COMMENT\s*:\s*([\d.]+)\s*\n", path.read_text())
    if match is not None:
        return float(match[1])
    return kinroute.Solution.read(path.with_suffix(".sol")).cost or float("nan")


def fleet(path: Path) -> int | None:
    """The k of names such as A-n32-k5: the classic optima are those of that many vehicles."""
    match = re.fullmatch(r"[A-Z]-n\d+-k(\d+)", path.stem)
    return int(match[1]) if match else None


def report(title: str, runs: list[Run], tolerance: float) -> None:
    """One line of summary, and one for each run that fell short."""
    reached = [run for run in runs if run.feasible and run.gap <= tolerance]
    print(
        f"{title}: {len(reached)} of {len(runs)} ({100 * len(reached) / len(runs):.1f} %), "
        f"mean gap {mean(run.gap for run in runs):.3f} %"
    )
    for run in sorted(runs, key=lambda run: -run.gap):
        if run not in reached:
            print(f"  {run.name}: {run.cost:g} instead of {run.known:g} ({run.gap:+.3f} %)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--method", default="auto")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    with ThreadPoolExecutor(arguments.workers) as pool:
        for folder, seconds, tolerance in (("classic", 5.0, 1e-6), ("duration", 20.0, 0.2)):
            paths = sorted((arguments.data / folder).glob("*.vrp"))
            run = partial(solved, seconds=seconds, method=arguments.method)
            title = f"{folder}, {seconds:g} s, within {tolerance:g} %"
            report(title, list(pool.map(run, paths)), tolerance)


if __name__ == "__main__":
    main()
