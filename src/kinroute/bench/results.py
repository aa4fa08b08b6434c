"""The runs of a store as a report reads them: of one build, with gaps and comparisons."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from kinroute.bench.record import Record
from kinroute.bench.statistics import gap, holm, paired
from kinroute.bench.store import Store
from kinroute.bench.verdict import Comparison, question, steered_by, twin
from kinroute.bench.versions import current
from kinroute.errors import ConfigError, InputError

Plain = dict[str, Any]


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
        best = self.best[record.instance_digest]
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
                operators=sum(
                    a != b for a, b in zip(steered_by(arm), steered_by(other), strict=True)
                ),
                is_learned=is_twin,
                test=test,
                p=p,
                tests=len(tests),
            )
            for (arm, other, is_twin), test, p in zip(asked, tests, corrected, strict=True)
            if test.pairs
        ]

    def baseline_of(self, arm: Plain) -> Plain | None:
        """The baseline with this arm's Γ where there is one; None for the baseline itself."""
        named = {one["label"]: one for one in self.arms}
        base = named.get(self.campaign["baseline"])
        if base is None:
            return None
        alike = [
            one
            for one in self.arms
            if one["granularity"] == arm["granularity"]
            and all(one[key] == base[key] for key in one if key not in ("granularity", "label"))
        ]
        found: Plain = alike[0] if alike else base
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
            if one in named and other in named:
                asked.setdefault((one, other), (named[one], named[other], False))
        return list(asked.values())


def results_of(store: Store, campaign: Plain | None = None, code: str | None = None) -> Results:
    """The runs of a campaign, or of the last one that wrote to the store, made by one build."""
    known = store.fact("campaign") if campaign is None else campaign
    if known is None:
        raise InputError(
            "the store is empty; `kinroute bench run` fills it", source=str(store.path)
        )
    every = store.records()
    fitting = [record for record in every if _belongs(record, known)]
    mine = current(fitting, store)
    builds = Counter(record.code for record in mine)
    chosen = code or (max(mine, key=lambda record: record.finished).code if mine else None)
    if chosen is None or chosen not in builds:
        there = f"; it has those of {', '.join(builds)}" if builds else ""
        raise ConfigError(
            f"there are no runs of {known['name']}" + (f" by {code}" if code else "") + there,
            source=str(store.path),
        )
    records = _labelled([record for record in mine if record.code == chosen], known)
    return _results(store, known, records, _asides(every, fitting, mine, chosen))


def _results(store: Store, known: Plain, records: list[Record], notes: list[str]) -> Results:
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
        campaign=known,
        records=[record for record in records if record.instance_digest in best],
        best=best,
        unknown=unknown,
        traits={digest: values[3] for digest, values in instances.items()},
        planned=store.fact("planned"),
        notes=notes,
    )


def _belongs(record: Record, campaign: Plain) -> bool:
    if record.budget != campaign["budget"] or record.seed not in campaign["seeds"]:
        return False
    settings = json.loads(record.settings)
    return any(_content(arm) == settings for arm in campaign["arms"])


def _labelled(records: list[Record], campaign: Plain) -> list[Record]:
    """The records under the labels that the arms have now."""
    from dataclasses import replace

    labels = {json.dumps(_content(a), sort_keys=True): a["label"] for a in campaign["arms"]}
    return [replace(record, arm=labels[record.settings]) for record in records]


def _content(arm: Plain) -> Plain:
    return {key: value for key, value in arm.items() if key != "label"}


def _asides(
    every: list[Record], fitting: list[Record], mine: list[Record], chosen: str
) -> list[str]:
    notes = []
    if len(every) > len(fitting):
        notes.append(
            f"{len(every) - len(fitting)} runs in the store have another budget, seed or arm; they "
            "are left aside."
        )
    if len(fitting) > len(mine):
        notes.append(
            f"{len(fitting) - len(mine)} runs are about an earlier version of their instance or "
            "model; they are left aside."
        )
    others = Counter(record.code for record in mine if record.code != chosen)
    if others:
        listed = ", ".join(f"{code} ({n})" for code, n in others.items())
        notes.append(f"Runs of other builds are left aside: {listed}.")
    return notes
