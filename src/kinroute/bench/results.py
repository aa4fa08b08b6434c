"""The runs of a store as a report reads them: of one build, with gaps and comparisons."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kinroute.bench.arm import Arm
from kinroute.bench.campaign import Campaign
from kinroute.bench.comparisons import comparisons
from kinroute.bench.frames import comparisons_frame, runs_frame
from kinroute.bench.groups import Group
from kinroute.bench.inference_notes import inference_notes
from kinroute.bench.record import Record
from kinroute.bench.selection import Selection, stored_selection
from kinroute.bench.source import RunSource, damaged
from kinroute.bench.statistics import gap
from kinroute.bench.stored_campaign import stored_campaign
from kinroute.bench.trace import Floats, Trace, unpacked
from kinroute.bench.verdict import Comparison
from kinroute.errors import ConfigError, InputError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(slots=True, kw_only=True)
class Results:
    """The contents of a report."""

    campaign: Campaign
    records: list[Record]
    best: dict[str, float]
    """The cost that gaps are relative to, by instance."""
    unknown: set[str]
    """Instances without a best known cost: the best of these runs stands in."""
    digests: frozenset[str]
    """The instances requested."""
    groups: dict[str, Group]
    """By instance."""
    planned: int | None
    """The number of runs requested."""
    sample: int | None
    """The value of `--sample`."""
    notes: list[str]
    by_arm: dict[str, list[Record]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_arm = {arm.label: [] for arm in self.campaign.arms}
        for record in self.records:
            self.by_arm[record.arm].append(record)

    @property
    def arms(self) -> list[Arm]:
        """The arms that have runs."""
        return [arm for arm in self.campaign.arms if self.by_arm[arm.label]]

    def gap(self, record: Record) -> float:
        """The gap of a run in percent; nan for an infeasible one."""
        if not record.feasible:
            return math.nan
        return gap(record.cost, self.best[record.instance_digest])

    def is_optimal(self, record: Record) -> bool:
        """Whether its cost is at most the best known one."""
        best = self.best.get(record.instance_digest, -math.inf)  # none where no run is feasible
        return record.feasible and record.cost <= best + 1e-9 * abs(best)

    def mean_gaps(self, label: str) -> dict[str, float]:
        """By instance the mean gap over the seeds, without infeasible runs."""
        found = defaultdict(list)
        for record in self.by_arm[label]:
            if record.feasible:
                found[record.instance_digest].append(self.gap(record))
        return {digest: math.fsum(gaps) / len(gaps) for digest, gaps in found.items()}

    def trace(self, record: Record, arm: Arm) -> tuple[Trace, Floats]:
        """The improvements of a run, and their times by the budget's clock.

        Traces are in wall time, which other load on the machine stretches against CPU time.
        """
        trace = unpacked(record.trace)
        scale = self.spent(record, arm) / record.seconds if record.seconds else 1.0
        return trace, trace.times * scale

    def spent(self, record: Record, arm: Arm) -> float:
        """The seconds that a run took of its budget, by the budget's clock."""
        budget = self.campaign.budget
        if budget.clock == "wall":
            return record.seconds
        if not arm.optimistic:
            return record.cpu_seconds
        # Unlike wall time, the measured CPU time includes inference; without it, it is at most the
        # wall time and the budget.
        limit = budget.seconds(record.customers)
        return min(record.cpu_seconds, record.seconds, math.inf if limit is None else limit)

    def to_frame(self) -> pd.DataFrame:
        """One row for each run; see `kinroute.bench.frames`."""
        return runs_frame(self)

    def comparisons_frame(self) -> pd.DataFrame:
        """One row for each comparison."""
        return comparisons_frame(self)

    def comparisons(self) -> list[Comparison]:
        """The comparisons of the campaign, corrected together."""
        return comparisons(self)


def results_of(
    store: RunSource, campaign: Campaign | None = None, build: str | None = None
) -> Results:
    """The runs of a campaign, or of the last one that wrote to the store, by one build."""
    known = stored_campaign(store) if campaign is None else campaign
    if known is None:
        raise InputError(
            "the store is empty; `kinroute bench run` fills it", source=str(store.path)
        )
    every, selection = store.records(), stored_selection(store, known)
    selected = selection.of(every)
    builds = Counter(record.code for record in selected)
    chosen = build or (selection.build if selection.build in builds else _last_build(selected))
    if chosen is None or chosen not in builds:
        there = f"; it has those of {', '.join(builds)}" if builds else ""
        raise ConfigError(
            f"there are no runs of {known.name}" + (f" by {build}" if build else "") + there,
            source=str(store.path),
        )
    records = [record for record in selected if record.code == chosen]
    return _results(store, selection, records, _left_out(every, selected, builds, chosen))


def _last_build(records: list[Record]) -> str | None:
    return max(records, key=lambda record: record.finished).code if records else None


def _results(
    store: RunSource, selection: Selection, records: list[Record], notes: list[str]
) -> Results:
    instances = store.instances()
    if any(record.instance_digest not in instances for record in records):
        raise damaged("an instance is not described; run the campaign again", store.path)
    found: dict[str, float] = {}
    for record in records:
        if record.feasible:
            digest = record.instance_digest
            found[digest] = min(record.cost, found.get(digest, math.inf))
    known = {d: i.best_known for d, i in instances.items() if i.best_known is not None}
    best = {digest: known.get(digest, cost) for digest, cost in found.items()}
    unknown = found.keys() - known.keys()
    better = sum(found[digest] < best[digest] - 1e-9 * abs(best[digest]) for digest in found)
    infeasible = sum(not record.feasible for record in records)
    if unknown:
        notes.append(
            f"{len(unknown)} instances have no best known cost; their gaps are relative to the "
            "best of these runs. “Best of these arms” counts the runs as good as that, and is "
            "not tested."
        )
    if better:
        notes.append(f"On {better} instances a run is better than the best known cost given.")
    if infeasible:
        notes.append(f"{infeasible} runs found no feasible solution; no mean includes them.")
    notes += inference_notes(selection.campaign.arms, records)
    return Results(
        campaign=selection.campaign,
        records=records,
        best=best,
        unknown=set(unknown),
        digests=selection.instances or frozenset(record.instance_digest for record in records),
        groups={digest: instance.group for digest, instance in instances.items()},
        planned=selection.planned,
        sample=selection.sample,
        notes=[*notes, *store.notes],
    )


def _left_out(
    every: list[Record], selected: list[Record], builds: Counter[str], chosen: str
) -> list[str]:
    notes = []
    if len(every) > len(selected):
        notes.append(
            f"{len(every) - len(selected)} runs in the store have another budget, seed or arm, or "
            "are about another version of their instance or model; they are left out."
        )
    if len(builds) > 1:
        others = ", ".join(f"{build} ({n})" for build, n in builds.items() if build != chosen)
        notes.append(f"Runs of other builds are left out: {others}.")
    return notes
