"""The figures of an arm in a table: optimal runs and mean gap."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

from kinroute.bench.report.document import Cell
from kinroute.bench.results import Results
from kinroute.bench.statistics import bootstrap

NONE = Cell("–")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of an arm."""

    runs: int
    infeasible: int
    optimal: int
    instances: frozenset[str]
    """The digests of the instances it ran on."""
    gaps: dict[str, float]
    """By instance the mean over the seeds; none where no run is feasible."""

    @property
    def share(self) -> float:
        """The share of optimal runs, from 0 to 1."""
        return self.optimal / self.runs

    @property
    def gap(self) -> float:
        """The mean over the instances."""
        return math.fsum(self.gaps.values()) / len(self.gaps)


def figures_of(results: Results, label: str) -> Figures:
    """The figures of an arm that has runs."""
    records = results.by_arm[label]
    return Figures(
        runs=len(records),
        infeasible=sum(not record.feasible for record in records),
        optimal=sum(record.feasible and results.is_optimal(record) for record in records),
        instances=frozenset(record.instance_digest for record in records),
        gaps=results.mean_gaps(label),
    )


def optimal_cells(arms: Sequence[Figures | None]) -> list[Cell]:
    """#Opt of arms side by side; the largest share is bold."""
    shares = [None if arm is None else (arm.instances, -round(arm.share, 3)) for arm in arms]
    best = _least(shares)
    return [
        NONE if arm is None else Cell(f"{arm.optimal}", k in best, f"{100 * arm.share:.1f} %")
        for k, arm in enumerate(arms)
    ]


def gap_cells(arms: Sequence[Figures | None], instances: int) -> list[Cell]:
    """The mean gaps of arms side by side; the least is bold."""
    has = [arm if arm is not None and arm.gaps else None for arm in arms]
    best = _least([None if arm is None else (arm.gaps.keys(), round(arm.gap, 3)) for arm in has])
    return [
        NONE if arm is None else gap_cell(arm, instances, is_best=k in best)
        for k, arm in enumerate(has)
    ]


def gap_cell(arm: Figures, instances: int, *, is_best: bool = False) -> Cell:
    """The mean gap with its interval, and the number of instances where some are missing."""
    if not arm.gaps:
        return NONE
    interval = bootstrap(list(arm.gaps.values()))
    remark = f"{interval.low:.3f} to {interval.high:.3f}\n{part_of(arm.gaps.keys(), instances)}"
    return Cell(f"{interval.mean:.3f}", is_best, remark.rstrip())


def average_cells(arms: Sequence[Figures | None], instances: int) -> list[Cell]:
    """#Opt and gap averaged over several arms, where all have the same instances."""
    there = [arm for arm in arms if arm is not None]
    if len(there) < len(arms):
        return [NONE, NONE]
    first, count = there[0], len(there)
    optimal = gap = NONE
    if all((arm.instances, arm.runs) == (first.instances, first.runs) for arm in there):
        mean = math.fsum(arm.optimal for arm in there) / count
        optimal = Cell(f"{mean:.1f}", remark=part_of(first.instances, instances))
    if first.gaps and all(arm.gaps.keys() == first.gaps.keys() for arm in there):
        mean = math.fsum(arm.gap for arm in there) / count
        gap = Cell(f"{mean:.3f}", remark=part_of(first.gaps.keys(), instances))
    return [optimal, gap]


def part_of(some: Set[str], instances: int) -> str:
    """A remark where some instances are missing."""
    return f"on {len(some)} of {instances} instances" if len(some) < instances else ""


def _least(arms: Sequence[tuple[Set[str], float] | None]) -> set[int]:
    """The positions of the least value among comparable arms.

    Arms are comparable on the same instances; of several such sets the largest counts.
    """
    alike: dict[frozenset[str], dict[int, float]] = defaultdict(dict)
    for k, arm in enumerate(arms):
        if arm is not None:
            alike[frozenset(arm[0])][k] = arm[1]
    on = max(alike, key=lambda instances: (len(alike[instances]), len(instances)), default=None)
    values = {} if on is None else alike[on]
    if len(set(values.values())) < 2:
        return set()
    least = min(values.values())
    return {k for k, value in values.items() if value == least}
