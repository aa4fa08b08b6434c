"""A campaign as JSON in a store, and back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Files, InstanceSet
from kinroute.bench.source import RunSource, damaged
from kinroute.bench.store import Store
from kinroute.errors import InputError

_FACT = "campaign"


def store_campaign(campaign: Campaign, store: Store) -> None:
    """Write the campaign that a store is filled by."""
    store.set_fact(_FACT, content_of(campaign))


def stored_campaign(store: RunSource) -> Campaign | None:
    """The campaign that last wrote to a store; None where it is empty."""
    content = store.fact(_FACT)
    try:
        return None if content is None else campaign_of(content)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise damaged("its campaign is unreadable", store.path) from None


def content_of(campaign: Campaign) -> dict[str, Any]:
    """The campaign in plain values."""
    return {
        "name": campaign.name,
        "title": campaign.title,
        "about": campaign.about,
        "instances": _instances_content(campaign.instances),
        "budget": campaign.budget.content,
        "seeds": list(campaign.seeds),
        "arms": [arm.content | {"label": arm.label} for arm in campaign.arms],
        "baseline": campaign.baseline,
        "compare": [list(pair) for pair in campaign.compare],
        "paper": campaign.paper,
        "command": campaign.command,
        "margin": campaign.margin,
        "looks": list(campaign.looks),
        "is_assay": campaign.is_assay,
        "file": campaign.file,
    }


def campaign_of(content: Mapping[str, Any]) -> Campaign:
    """The campaign of these values.

    Older stores do not hold its instances, and the budget only as text.
    """
    return Campaign(
        name=content["name"],
        title=content["title"],
        about=content["about"],
        instances=_instances_of(content.get("instances", {})),
        budget=Budget.of(content["budget"]),
        seeds=tuple(content["seeds"]),
        arms=tuple(Arm.of(arm) for arm in content["arms"]),
        baseline=content["baseline"],
        compare=tuple((one, other) for one, other in content["compare"]),
        paper=content["paper"],
        command=content.get("command"),
        margin=content.get("margin"),
        looks=tuple(content.get("looks", ())),
        is_assay=content.get("is_assay", False),
        file=content.get("file"),
    )


def _instances_content(instances: InstanceSet) -> dict[str, Any]:
    if isinstance(instances, Files):
        best_known = instances.best_known
        return {
            "paths": [str(path) for path in instances.paths],
            "best_known": None if best_known is None else str(best_known),
        }
    return {
        "law": instances.law,
        "customers": instances.customers,
        "seeds": list(instances.seeds),
        "kinds": dict(instances.kinds),
    }


def _instances_of(content: Mapping[str, Any]) -> InstanceSet:
    if "law" in content:
        return Drawn(
            law=content["law"],
            customers=content["customers"],
            seeds=tuple(content["seeds"]),
            kinds=tuple(content["kinds"].items()),
        )
    best_known = content.get("best_known")
    return Files(
        paths=tuple(map(Path, content.get("paths", ()))),
        best_known=None if best_known is None else Path(best_known),
    )
