"""Which runs of a store a report is about: those that the campaign asked for when it last ran.

A store may hold others as well: of a function before it was edited, of an instance before it was
corrected, of a larger sample, of an older build.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kinroute.bench.plan import Plan
from kinroute.bench.record import Record
from kinroute.bench.store import Store

Plain = dict[str, Any]
"""A campaign or an arm in plain values, as a store holds it."""
_FACT = "asked"


def note_asked(plan: Plan, store: Store) -> None:
    """Write down what the instances and models of a plan are, and which build runs it."""
    models: dict[str, dict[str, str | None]] = defaultdict(dict)
    for run in plan.runs:
        if run.arm.model is not None:
            models[run.arm.model][run.entry.digest] = run.model_digest
    now = {
        "instances": [entry.digest for entry in plan.entries],
        "models": {name: _short(digests) for name, digests in models.items()},
        "code": plan.runs[0].code if plan.runs else None,
        "sample": plan.sample,
    }
    store.note_fact(_FACT, (store.fact(_FACT) or {}) | {plan.campaign.name: now})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a campaign asked for; without `noted`, in a store of old, as far as its file tells."""

    campaign: Plain
    noted: Mapping[str, Any] | None

    @property
    def code(self) -> str | None:
        """The build that ran it last."""
        return self.noted["code"] if self.noted else None

    @property
    def sample(self) -> int | None:
        """What `--sample` was."""
        return self.noted.get("sample") if self.noted else None

    @property
    def planned(self) -> int | None:
        """How many runs there should be."""
        if self.noted is None:
            return None
        return (
            len(self.noted["instances"]) * len(self.campaign["arms"]) * len(self.campaign["seeds"])
        )

    def labelled(self, records: list[Record]) -> list[Record]:
        """Those of the records that it asked for, under the labels that its arms have now."""
        arms = defaultdict(list)
        for arm in self.campaign["arms"]:
            arms[_shape(arm)].append(arm)
        instances = set(self.noted["instances"]) if self.noted else None
        found: dict[tuple[str, ...], Record] = {}
        for record in records:
            if instances is not None and record.instance_digest not in instances:
                continue
            if self._has_other_budget(record):
                continue
            for arm in arms.get(_shape(json.loads(record.settings)), ()):
                # One of each: it ran again if the cost at which it may stop was corrected.
                one = (arm["label"], record.instance_digest, str(record.seed), record.code)
                is_last = one not in found or found[one].finished <= record.finished
                if is_last and self._is_by(arm["model"], record):
                    found[one] = replace(record, arm=arm["label"])
        return list(found.values())

    def _has_other_budget(self, record: Record) -> bool:
        campaign = self.campaign
        return record.budget != campaign["budget"] or record.seed not in campaign["seeds"]

    def _is_by(self, model: str | None, record: Record) -> bool:
        """Whether a model, as it was when last asked, steered a run, whatever it was called."""
        if self.noted is None or model not in self.noted["models"]:
            return record.model == model
        digests = self.noted["models"][model]
        now = digests if isinstance(digests, str) else digests.get(record.instance_digest)
        return bool(now == record.model_digest)


def asked_of(store: Store, campaign: Plain) -> Asked:
    """What the campaign asked for when it last ran into this store."""
    return Asked(campaign, (store.fact(_FACT) or {}).get(campaign["name"]))


def _shape(arm: Plain) -> str:
    """All that an arm is but its label, and what its model is called."""
    left_out = ("label", "model")
    values = {key: value for key, value in arm.items() if key not in left_out}
    return json.dumps(values | {"has_model": arm["model"] is not None}, sort_keys=True)


def _short(digests: dict[str, str | None]) -> dict[str, str | None] | str:
    """One digest where all instances have the same, as those of a network or a function do."""
    distinct = set(digests.values())
    only = distinct.pop() if len(distinct) == 1 else None
    return digests if only is None else only
