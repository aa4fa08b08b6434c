"""Two arms of a campaign pair by pair, after parts of the budget, from their traces.

    python benchmarks/along.py runs/x-light.sqlite "D-D Γ15" "D-O Γ15" --sizes 331 600
    python benchmarks/along.py runs/x-light.sqlite "D-D Γ15" "D-O Γ15" --by route_length

Classes are sizes, or groups of instances as in the report. A run without a solution by then is left
out with its partner. Pairs are instances, with the mean over the seeds of
both arms; differences are in points of the gap, ± one standard error. The trend is Spearman's rank
correlation between class and difference.
"""

from __future__ import annotations

import argparse
import math
from bisect import bisect_right
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
from scipy.stats import spearmanr

from kinroute.bench.arm import Arm
from kinroute.bench.record import Record
from kinroute.bench.results import Results, results_of
from kinroute.bench.statistics import paired
from kinroute.bench.store import Store
from kinroute.problem.kinds import ATTRIBUTES

PARTS = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
HEAD = """\
| {by} | part of the budget | pairs | {against} | {arm} | difference | p | better / worse |
|---|---|---|---|---|---|---|---|"""

Pair = tuple[float, float]


def gap_after(results: Results, record: Record, arm: Arm, part: float) -> float:
    """The gap of a run after a part of its budget; nan before its first solution."""
    trace, times = results.trace(record, arm)
    seconds = results.campaign.budget.seconds(record.customers) or 0.0
    done = np.searchsorted(times, part * seconds, side="right")
    best = results.best[record.instance_digest]
    return float(100 * (trace.costs[done - 1] / best - 1)) if done else math.nan


def pairs_after(results: Results, arm: str, against: str, part: float) -> dict[str, Pair]:
    """By instance the mean gaps of both arms over the seeds that both have."""
    arms = {one.label: one for one in results.arms}
    ours, theirs = (
        {
            (run.instance_digest, run.seed): gap_after(results, run, arms[label], part)
            for run in results.by_arm[label]
        }
        for label in (arm, against)
    )
    both = defaultdict(list)
    for digest, seed in sorted(ours.keys() & theirs.keys()):
        pair = ours[digest, seed], theirs[digest, seed]
        if not any(map(math.isnan, pair)):
            both[digest].append(pair)
    return {
        digest: (fmean(one for one, _ in pairs), fmean(other for _, other in pairs))
        for digest, pairs in both.items()
    }


def classes_of(results: Results, by: str, sizes: list[int]) -> dict[str, int]:
    """The class of each instance, from 0."""
    customers = {run.instance_digest: run.customers for run in results.records}
    if by == "customers":
        return {digest: bisect_right(sizes, n) for digest, n in customers.items()}
    return {
        digest: ATTRIBUTES[by].index(getattr(results.groups[digest], by)) for digest in customers
    }


def row(name: str, part: float, pairs: list[Pair]) -> str:
    """A line of the table."""
    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    test = paired(first, second)
    error = stdev(a - b for a, b in pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else math.nan
    return (
        f"| {name} | {part:.0%} | {len(pairs)} | {fmean(second):.3f} | {fmean(first):.3f} | "
        f"{test.steps.mean():+.3f} ± {error:.3f} | {test.p:.2g} | {test.better} / {test.worse} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("arm")
    parser.add_argument("against")
    parser.add_argument("--sizes", type=int, nargs="*", default=[], help="where classes begin")
    parser.add_argument("--by", choices=list(ATTRIBUTES), help="classes by group instead of size")
    options = parser.parse_args()
    with Store(options.store, must_exist=True) as store:
        results = results_of(store)
    for label in (options.arm, options.against):
        if label not in results.by_arm:
            parser.error(f"there is no arm {label!r}; there are {', '.join(results.by_arm)}")
    by, found_sizes = options.by or "customers", [run.customers for run in results.records]
    bounds = [min(found_sizes), *options.sizes, max(found_sizes) + 1]
    names = ATTRIBUTES.get(by) or [f"{low} to {high - 1}" for low, high in pairwise(bounds)]
    classes = classes_of(results, by, options.sizes)
    found = {part: pairs_after(results, options.arm, options.against, part) for part in PARTS}
    print(HEAD.format(by=by.replace("_", " "), arm=options.arm, against=options.against))
    for number, name in enumerate(names):
        for part, pairs in found.items():
            here = [pair for digest, pair in pairs.items() if classes[digest] == number]
            if here:
                print(row(name, part, here))
    if len(names) > 1:
        for part, pairs in found.items():
            print(row("all", part, list(pairs.values())))
        for part, pairs in found.items():
            trend = spearmanr([classes[d] for d in pairs], [a - b for a, b in pairs.values()])
            print(f"trend after {part:.0%}: ρ = {trend.statistic:+.2f}, p = {trend.pvalue:.2g}")


if __name__ == "__main__":
    main()
