"""The runs of a store as a report reads them: of one build, with gaps and comparisons."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from kinroute.bench.asked import Asked, Plain, asked_of
from kinroute.bench.record import Record
from kinroute.bench.statistics import gap, holm, paired
from kinroute.bench.store import Store
from kinroute.bench.verdict import Comparison, differences, gamma_of, question, twin
from kinroute.errors import ConfigError, InputError


@dataclass(slots=True, kw_only=True)
class Results:
    """What a report is about."""

    campaign: Plain
    records: list[Record]
    best: dict[str, float]
    """The cost that gaps are measured from, by instance."""
    unknown: set[str]
    """Instances whose best known cost is only the best of these runs."""
    traits: dict[str, Plain]
    planned: int | None
    sample: int | None
    """What `--sample` was."""
    notes: list[str]
    by_arm: dict[str, list[Record]] = field(init=False)

    def __post_init__(self) -> None:
        self.by_arm = {arm["label"]: [] for arm in self.campaign["arms"]}
        for record in self.records:
            self.by_arm[record.arm].append(record)

    @property
    def arms(self) -> list[Plain]:
        """The arms that have runs."""
        return [arm for arm in self.campaign["arms"] if self.by_arm[arm["label"]]]

    def gap(self, record: Record) -> float:
        """The gap of a run in percent; nan where it found nothing feasible."""
        if not record.feasible:
            return math.nan
        return gap(record.cost, self.best[record.instance_digest])

    def is_optimal(self, record: Record) -> bool:
        """Whether it is as good as the best known."""
        best = self.best.get(record.instance_digest, -math.inf)  # none where nobody is feasible
        return record.feasible and record.cost <= best + 1e-9 * abs(best)

    def mean_gaps(self, label: str) -> dict[str, float]:
        """By instance the mean gap over the seeds; without runs that found nothing feasible."""
        found = defaultdict(list)
        for record in self.by_arm[label]:
            if record.feasible:
                found[record.instance_digest].append(self.gap(record))
        return {digest: math.fsum(gaps) / len(gaps) for digest, gaps in found.items()}

    def paired_gaps(self, arm: str, against: str) -> tuple[list[float], list[float]]:
        """Mean gaps per instance over the seeds that both arms have."""
        ours, theirs = (
            {(r.instance_digest, r.seed): self.gap(r) for r in self.by_arm[label] if r.feasible}
            for label in (arm, against)
        )
        both = defaultdict(list)
        for pair in sorted(ours.keys() & theirs.keys()):
            both[pair[0]].append((ours[pair], theirs[pair]))
        means = [
            tuple(math.fsum(column) / len(pairs) for column in zip(*pairs, strict=True))
            for pairs in both.values()
        ]
        return [one for one, _ in means], [other for _, other in means]

    def comparisons(self) -> list[Comparison]:
        """Every arm against the baseline and against its twin by distance, Holm-corrected."""
        asked = self._asked()
        tests = [paired(*self.paired_gaps(arm["label"], other["label"])) for arm, other, _ in asked]
        corrected = holm([test.p for test in tests])
        return [
            Comparison(
                arm=arm["label"],
                against=other["label"],
                question=question(arm, other),
                differences=differences(arm, other),
                is_learned=is_twin,
                test=test,
                p=p,
                tests=len(tests),
            )
            for (arm, other, is_twin), test, p in zip(asked, tests, corrected, strict=True)
            if test.pairs
        ]

    def baseline_of(self, arm: Plain) -> Plain | None:
        """The baseline, with the arm's Γ and settings where there is one; None for itself."""
        named = {one["label"]: one for one in self.arms}
        base = named.get(self.campaign["baseline"])
        if base is None:
            return None
        own = ("granularity", "config", "label")
        same = [one for one in self.arms if all(one[k] == base[k] for k in one if k not in own)]
        near = [one for one in same if gamma_of(one) == gamma_of(arm)]
        nearest = [one for one in near if one["config"] == arm["config"] and one is not arm]
        alike = [one for one in near if one["config"] == base["config"]]
        found: Plain = (nearest or alike or [base])[0]
        return None if found["label"] == arm["label"] else found

    def _asked(self) -> list[tuple[Plain, Plain, bool]]:
        asked: dict[tuple[str, str], tuple[Plain, Plain, bool]] = {}
        named = {arm["label"]: arm for arm in self.arms}
        for arm in self.arms:
            near = twin(arm, self.arms)
            if near is not None:
                asked[arm["label"], near["label"]] = arm, near, True
            base = self.baseline_of(arm)
            if base is not None:
                asked.setdefault((arm["label"], base["label"]), (arm, base, False))
        for one, other in self.campaign["compare"]:
            if one in named and other in named and (other, one) not in asked:
                asked.setdefault((one, other), (named[one], named[other], False))
        return list(asked.values())


def results_of(store: Store, campaign: Plain | None = None, code: str | None = None) -> Results:
    """The runs of a campaign, or of the last one that wrote to the store, made by one build."""
    known = store.fact("campaign") if campaign is None else campaign
    if known is None:
        raise InputError(
            "the store is empty; `kinroute bench run` fills it", source=str(store.path)
        )
    every, asked = store.records(), asked_of(store, known)
    mine = asked.labelled(every)
    builds = Counter(record.code for record in mine)
    chosen = code or (asked.code if asked.code in builds else _last_build(mine))
    if chosen is None or chosen not in builds:
        there = f"; it has those of {', '.join(builds)}" if builds else ""
        raise ConfigError(
            f"there are no runs of {known['name']}" + (f" by {code}" if code else "") + there,
            source=str(store.path),
        )
    records = [record for record in mine if record.code == chosen]
    return _results(store, asked, records, _asides(every, mine, builds, chosen))


def _last_build(records: list[Record]) -> str | None:
    return max(records, key=lambda record: record.finished).code if records else None


def _results(store: Store, asked: Asked, records: list[Record], notes: list[str]) -> Results:
    instances = store.instances()
    found: dict[str, float] = {}
    for record in records:
        if record.feasible:
            digest = record.instance_digest
            found[digest] = min(record.cost, found.get(digest, math.inf))
    best_known = {digest: instances[digest][2] for digest in instances}
    best = {d: found[d] if best_known.get(d) is None else float(best_known[d] or 0) for d in found}
    unknown = {digest for digest in found if best_known.get(digest) is None}
    better = sum(found[digest] < best[digest] - 1e-9 * abs(best[digest]) for digest in found)
    if unknown:
        notes.append(
            f"For {len(unknown)} instances no best known cost was given; their gaps are measured "
            "from the best of these runs, and “optimal” means as good as that."
        )
    if better:
        notes.append(f"On {better} instances a run is better than the best known cost given.")
    failed = sum(not record.feasible for record in records)
    if failed:
        notes.append(f"{failed} runs found nothing feasible; they are left out of all means.")
    return Results(
        campaign=asked.campaign,
        records=records,
        best=best,
        unknown=unknown,
        traits={digest: values[3] for digest, values in instances.items()},
        planned=asked.planned,
        sample=asked.sample,
        notes=notes,
    )


def _asides(
    every: list[Record], mine: list[Record], builds: Counter[str], chosen: str
) -> list[str]:
    notes = []
    if len(every) > len(mine):
        notes.append(
            f"{len(every) - len(mine)} runs in the store have another budget, seed or arm, or are "
            "about another version of their instance or model; they are left aside."
        )
    if len(builds) > 1:
        others = ", ".join(f"{code} ({n})" for code, n in builds.items() if code != chosen)
        notes.append(f"Runs of other builds are left aside: {others}.")
    return notes
