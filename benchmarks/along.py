"""Two arms of a campaign pair by pair, after parts of the budget and by size, from their traces.

    python benchmarks/along.py runs/x-light.sqlite "D-D Γ15" "D-O Γ15" --sizes 330 600

A run that had found nothing by then is left out with its partner. Pairs are instances, with the
mean over the seeds of both arms; differences are in points of the gap, ± one standard error.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

from kinroute.bench.record import Record
from kinroute.bench.results import Results, results_of
from kinroute.bench.statistics import paired
from kinroute.bench.store import Store
from kinroute.bench.trace import unpacked

PARTS = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
HEAD = """\
| customers | part of the budget | pairs | {against} | {arm} | difference | p | better / worse |
|---|---|---|---|---|---|---|---|"""


def budget_of(record: Record) -> float:
    """Its seconds; `25 s cpu` or `0.24 s per customer cpu`, with or without "or best known"."""
    amount = float(record.budget.split()[0])
    return amount * record.customers if "per customer" in record.budget else amount


def gap_after(record: Record, part: float, best: float) -> float:
    """The gap of a run after a part of its processor time; nan before its first solution."""
    trace = unpacked(record.trace)
    scale = record.cpu_seconds / record.seconds if record.seconds else 1.0
    done = np.searchsorted(trace.times * scale, part * budget_of(record), side="right")
    return 100 * (trace.costs[done - 1] / best - 1) if done else math.nan


def gaps(results: Results, label: str, part: float, sizes: range) -> dict[tuple[str, int], float]:
    """By instance and seed."""
    return {
        (record.instance, record.seed): gap_after(
            record, part, results.best[record.instance_digest]
        )
        for record in results.by_arm[label]
        if record.customers in sizes
    }


def row(results: Results, arm: str, against: str, part: float, sizes: range) -> str | None:
    """A line of the table; None without pairs."""
    ours, theirs = (gaps(results, label, part, sizes) for label in (arm, against))
    both = defaultdict(list)
    for name, seed in ours.keys() & theirs.keys():
        pair = ours[name, seed], theirs[name, seed]
        if not any(map(math.isnan, pair)):
            both[name].append(pair)
    if len(both) < 2:
        return None
    first, second = (
        [fmean(pair[side] for pair in pairs) for pairs in both.values()] for side in (0, 1)
    )
    test = paired(first, second)
    error = stdev(a - b for a, b in zip(first, second, strict=True)) / math.sqrt(len(both))
    return (
        f"| {sizes.start} to {sizes.stop - 1} | {part:.0%} | {len(both)} | {fmean(second):.3f} | "
        f"{fmean(first):.3f} | {test.difference.mean:+.3f} ± {error:.3f} | {test.p:.2g} | "
        f"{test.better} / {test.worse} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("arm")
    parser.add_argument("against")
    parser.add_argument("--sizes", type=int, nargs="*", default=[], help="where classes begin")
    options = parser.parse_args()
    with Store(options.store, must_exist=True) as store:
        results = results_of(store)
    for label in (options.arm, options.against):
        if label not in results.by_arm:
            parser.error(f"there is no arm {label!r}; there are {', '.join(results.by_arm)}")
    found = [record.customers for record in results.records]
    bounds = [min(found), *options.sizes, max(found) + 1]
    classes = [range(*bound) for bound in pairwise(bounds)]
    if len(classes) > 1:
        classes.append(range(bounds[0], bounds[-1]))
    print(HEAD.format(arm=options.arm, against=options.against))
    for sizes in classes:
        for part in PARTS:
            line = row(results, options.arm, options.against, part, sizes)
            if line is not None:
                print(line)


if __name__ == "__main__":
    main()
