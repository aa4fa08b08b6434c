"""How good are labels of a given budget? Gap to the optimum, and the share of its edges found.

    taskset -c 1 python benchmarks/label_quality.py DATA/XML [--budgets 0.1 0.2]

Prints one row per budget and setting; what is wrong with its own cost is left out.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import pairwise
from pathlib import Path

import kinroute
from kinroute.neural.labels import from_files
from kinroute.search.config import PAPER, SearchConfig


def settings(
    solutions: int, share: float = 0.8, *, assembly: float = 0.0, granularity: int = 15
) -> SearchConfig:
    """The paper's parameters with annealed solutions and edge assembly."""
    annealing = {"solutions": solutions, "share": share}
    breeding = {"edge_assembly_share": assembly}
    return PAPER.updated({"granularity": granularity, "annealing": annealing, "breeding": breeding})


SETTINGS: dict[str, SearchConfig] = {
    "1 annealed, 0.8 (auto)": settings(1),
    "1, 0.97": settings(1, 0.97),
    "1, 0.5": settings(1, 0.5),
    "2, 0.8": settings(2),
    "2, 0.95": settings(2, 0.95),
    "3, 0.8": settings(3),
    "4, 0.7": settings(4, 0.7),
    "2, 0.8, Γ 20": settings(2, granularity=20),
    "2, 0.6": settings(2, 0.6),
    "3, 0.8, assembly": settings(3, assembly=0.8),
    "3, 0.5, assembly": settings(3, 0.5, assembly=0.8),
    "assembly": settings(0, assembly=0.8),
    "HGS (D-O)": PAPER,
}


def edges(solution: kinroute.Solution) -> set[tuple[int, int]]:
    """The edges between customers."""
    return {(min(pair), max(pair)) for route in solution for pair in pairwise(route)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--instances", type=int, default=200)
    parser.add_argument("--budgets", type=float, nargs="+", default=[0.1, 0.15, 0.2, 0.25])
    parser.add_argument("--settings", nargs="+", default=list(SETTINGS))
    arguments = parser.parse_args()
    labels = from_files(arguments.folder)
    step = max(1, len(labels) // arguments.instances)
    chosen = range(0, step * arguments.instances, step)
    print("| setting | budget | seconds used | mean gap | optimal | edges of the optimum |")
    print("|---|---|---|---|---|---|")
    for budget in arguments.budgets:
        for name in arguments.settings:
            gaps, shares = [], []
            start = time.process_time()
            for k in chosen:
                found = kinroute.solve(
                    labels.instance(k), stop=kinroute.AfterCpuSeconds(budget), config=SETTINGS[name]
                )
                gaps.append(found.cost / labels.cost[k] - 1)
                wanted, there = (edges(routes) for routes in (labels.solution(k), found.solution))
                shares.append(len(wanted & there) / max(1, len(wanted)))
            used = (time.process_time() - start) / len(chosen)
            optimal = sum(gap <= 0 for gap in gaps) / len(gaps)
            print(
                f"| {name} | {budget} | {used:.3f} | {statistics.mean(gaps):.4%} | {optimal:.1%} "
                f"| {statistics.mean(shares):.2%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
