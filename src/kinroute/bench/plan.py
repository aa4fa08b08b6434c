"""The runs of a campaign, each under a key of its content, in an order that is fair to all arms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from kinroute.bench.arm import Arm, require_steering
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.code import code_version
from kinroute.bench.instances import Entry
from kinroute.bench.models import located, model_digests
from kinroute.bench.sample import sampled
from kinroute.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One call of the solver."""

    key: str
    entry: Entry
    arm: Arm
    seed: int
    budget: Budget
    model: str | None
    """Where the arm's model is, for a worker in another folder."""
    model_digest: str | None
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All runs of a campaign, in their order."""

    campaign: Campaign
    entries: list[Entry]
    runs: list[Run]
    sample: int | None = None
    """How many of the campaign's instances these are, where only some were asked for."""


def planned(campaign: Campaign, *, sample: int | None = None) -> Plan:
    """Read the instances, and list what there is to run; raises InputError for what cannot be."""
    entries = campaign.instances.entries()
    if sample is not None:
        entries = sampled(entries, sample)
    for arm in campaign.arms:
        require_steering(arm)
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
    """Arm by arm on the same instance and seed, so that the arms share the machine's moods.

    Instances come in a random order, and every block begins with another arm.
    """
    code = code_version()
    digests: dict[str | None, dict[str, str]] = {
        model: model_digests(model, entries)
        for model in dict.fromkeys(arm.model for arm in campaign.arms)
        if model is not None
    }
    block = 0
    for seed in campaign.seeds:
        for entry in Random(seed).sample(entries, len(entries)):
            for turn in range(len(campaign.arms)):
                arm = campaign.arms[(block + turn) % len(campaign.arms)]
                digest = digests[arm.model][entry.digest] if arm.model is not None else None
                yield _run(campaign, entry, arm, seed, digest, code)
            block += 1


def _run(
    campaign: Campaign, entry: Entry, arm: Arm, seed: int, digest: str | None, code: str
) -> Run:
    content: dict[str, Any] = {
        "instance": entry.digest,
        "arm": arm.content | {"model": digest},
        "seed": seed,
        "budget": str(campaign.budget),
        "code": code,
    }
    if campaign.budget.until_best_known:
        content["until"] = entry.best_known
    text = json.dumps(content, sort_keys=True)
    return Run(
        key=hashlib.sha256(text.encode()).hexdigest()[:32],
        entry=entry,
        arm=arm,
        seed=seed,
        budget=campaign.budget,
        model=located(arm.model),
        model_digest=digest,
        code=code,
    )
