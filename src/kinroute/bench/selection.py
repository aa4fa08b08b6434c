"""Which runs of a store a report is about: those that the campaign requested when it last ran.

A store may hold others as well: of a function before it was edited, of an instance before it was
corrected, of a larger sample, of an older build.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from kinroute.bench.arm import Arm
from kinroute.bench.campaign import Campaign
from kinroute.bench.plan import Plan
from kinroute.bench.record import Record
from kinroute.bench.source import RunSource, damaged
from kinroute.bench.store import Store
from kinroute.errors import InputError

_FACT = "asked"  # the name in stores of every version
_DigestsBySource = Mapping[str, str | Mapping[str, str | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The runs that a campaign requested.

    Without `instances` and `sources`, as in the oldest stores, the campaign alone decides.
    """

    campaign: Campaign
    instances: frozenset[str] | None = None
    """Their digests."""
    sources: _DigestsBySource | None = None
    """For each model or solution file its digest, or its digests by instance."""
    build: str | None = None
    """The build that ran it last."""
    sample: int | None = None
    """The value of `--sample`."""

    @property
    def planned(self) -> int | None:
        """The number of runs requested."""
        if self.instances is None:
            return None
        return len(self.instances) * len(self.campaign.arms) * len(self.campaign.seeds)

    def of(self, records: list[Record]) -> list[Record]:
        """The requested ones among the records, under the labels that their arms have now."""
        arms: dict[Arm | None, list[Arm]] = defaultdict(list)
        for arm in self.campaign.arms:
            arms[_nameless(arm)].append(arm)
        found: dict[tuple[str, str, int, str], Record] = {}
        for record in records:
            if not self._has_instance_and_budget(record):
                continue
            for arm in arms.get(_recorded(record.settings), ()):
                # One of each: it runs again if the best known cost it may stop at is corrected.
                one = (arm.label, record.instance_digest, record.seed, record.code)
                is_last = one not in found or found[one].finished <= record.finished
                if is_last and self._has_source(arm, record):
                    found[one] = replace(record, arm=arm.label)
        return list(found.values())

    def _has_instance_and_budget(self, record: Record) -> bool:
        if self.instances is not None and record.instance_digest not in self.instances:
            return False
        campaign = self.campaign
        return record.budget == str(campaign.budget) and record.seed in campaign.seeds

    def _has_source(self, arm: Arm, record: Record) -> bool:
        """Whether the arm's model, by content and not by name, steered a run."""
        if self.sources is None or arm.source is None or arm.source not in self.sources:
            return record.model == arm.model
        digests = self.sources[arm.source]
        digest = digests if isinstance(digests, str) else digests.get(record.instance_digest)
        return digest == record.model_digest


def store_selection(plan: Plan, store: Store) -> None:
    """Write the digests of a plan's instances and sources, its build and its sample."""
    sources: dict[str, dict[str, str | None]] = defaultdict(dict)
    for run in plan.runs:
        if run.arm.source is not None:
            sources[run.arm.source][run.entry.digest] = run.source_digest
    content = {
        "instances": [entry.digest for entry in plan.entries],
        "models": {name: _merged(digests) for name, digests in sources.items()},
        "code": plan.runs[0].build if plan.runs else None,
        "sample": plan.sample,
    }
    store.set_fact(_FACT, (store.fact(_FACT) or {}) | {plan.campaign.name: content})


def stored_selection(store: RunSource, campaign: Campaign) -> Selection:
    """The runs that the campaign requested when it last ran into this store."""
    try:
        content = (store.fact(_FACT) or {}).get(campaign.name)
        if content is None:
            return Selection(campaign=campaign)
        return Selection(
            campaign=campaign,
            instances=frozenset(content["instances"]),
            sources=dict(content["models"]),
            build=content["code"],
            sample=content.get("sample"),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise damaged("the list of its runs is unreadable", store.path) from None


def _nameless(arm: Arm) -> Arm:
    """The arm without its label and the name of its model."""
    return replace(arm, model=arm.model and "model", label="arm")


@lru_cache(maxsize=1024)
def _recorded(settings: str) -> Arm | None:
    """The nameless arm of a record; None where this version does not know it."""
    try:
        return _nameless(Arm.of(json.loads(settings)))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _merged(digests: dict[str, str | None]) -> dict[str, str | None] | str:
    """One digest where all instances share it, as with networks and functions."""
    distinct = set(digests.values())
    only = distinct.pop() if len(distinct) == 1 else None
    return digests if only is None else only
