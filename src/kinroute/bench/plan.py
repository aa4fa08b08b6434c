"""The runs of a campaign, each under a key of its content, in an order that is fair to all arms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.build_id import build_id
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Entry
from kinroute.bench.models import absolute, source_digests
from kinroute.bench.sample import sampled
from kinroute.errors import ConfigError
from kinroute.relatedness.named import ORACLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One call of the solver."""

    key: str
    entry: Entry
    arm: Arm
    located: Arm
    """The same arm with absolute paths, for a worker in another directory."""
    seed: int
    budget: Budget
    source_digest: str | None
    """A hash of the model or solution file that the arm's scores come from."""
    build: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All runs of a campaign, in order."""

    campaign: Campaign
    entries: list[Entry]
    runs: list[Run]
    sample: int | None = None
    """The requested number of instances, where not all of them are run."""


def planned(campaign: Campaign, *, sample: int | None = None) -> Plan:
    """Read the instances and list the runs; raises InputError for whatever cannot be run."""
    for arm in campaign.arms:
        arm.require_runnable()
    entries = campaign.instances.entries()
    if sample is not None:
        entries = sampled(entries, sample)
    runs = list(_runs(campaign, entries))
    _require_distinct(runs)
    return Plan(campaign=campaign, entries=entries, runs=runs, sample=sample)


def _require_distinct(runs: list[Run]) -> None:
    known: dict[str, Run] = {}
    for run in runs:
        other = known.setdefault(run.key, run)
        if other is not run:
            raise ConfigError(
                f"{run.arm.label} on {run.entry.name} is the same run as {other.arm.label} on "
                f"{other.entry.name}; their models are equal"
            )


def _runs(campaign: Campaign, entries: list[Entry]) -> Iterator[Run]:
    """Arm by arm on the same instance and seed, so that the machine's load affects all alike.

    Instances come in a random order, and the first arm of a block rotates.
    """
    build = build_id()
    digests = _digests(campaign, entries)
    located = {arm.label: absolute(arm) for arm in campaign.arms}
    block = 0
    for seed in campaign.seeds:
        for entry in Random(seed).sample(entries, len(entries)):
            for turn in range(len(campaign.arms)):
                arm = campaign.arms[(block + turn) % len(campaign.arms)]
                digest = digests[arm.source][entry.digest]
                yield Run(
                    key=_key(campaign, entry, arm, seed, digest, build),
                    entry=entry,
                    arm=arm,
                    located=located[arm.label],
                    seed=seed,
                    budget=campaign.budget,
                    source_digest=digest,
                    build=build,
                )
            block += 1


def _digests(campaign: Campaign, entries: list[Entry]) -> dict[str | None, dict[str, str | None]]:
    """By source and instance; each source is read once, however many arms use it."""
    arms = {arm.source: arm for arm in campaign.arms}
    return {source: source_digests(arm, entries) for source, arm in arms.items()}


def _key(
    campaign: Campaign, entry: Entry, arm: Arm, seed: int, digest: str | None, build: str
) -> str:
    """A hash of everything that affects a run; models and files count by content, not by name."""
    unnamed = {name: ORACLE for name, value in arm.content.items() if value in arm.oracles}
    content: dict[str, Any] = {
        "instance": entry.digest,
        "arm": arm.content | unnamed | {"model": digest},
        "seed": seed,
        "budget": str(campaign.budget),
        "code": build,
    }
    if campaign.budget.until_best_known:
        content["until"] = entry.best_known
    text = json.dumps(content, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
