"""Which campaign a store was made for, so that two files of one name do not share it by accident.

A campaign is recognised by its file, however it was edited, or by its content, wherever it was
moved to.
"""

from __future__ import annotations

import json
from typing import Any

from kinroute.bench.campaign import Campaign
from kinroute.bench.hashing import hashed
from kinroute.bench.instances import Drawn
from kinroute.bench.source import RunSource, damaged
from kinroute.bench.store import Store
from kinroute.errors import ConfigError

_FACT = "origins"


def claim(store: Store, campaign: Campaign, *, extend: bool = False) -> None:
    """Remember the campaign's file in the store; raises ConfigError where it is another's."""
    if not extend:
        require_own(store, campaign)
    if campaign.file is not None:
        every = _origins(store)
        files = every.get(campaign.name, {}) | {campaign.file: identity_of(campaign)}
        store.set_fact(_FACT, every | {campaign.name: files})


def require_own(store: RunSource, campaign: Campaign) -> None:
    """Raise ConfigError where another campaign file of this name filled the store.

    Campaigns of commands, and stores of older versions, have no file.
    """
    files = _origins(store).get(campaign.name, {})
    if campaign.file is None or not files or campaign.file in files:
        return
    if identity_of(campaign) in files.values():
        return
    raise ConfigError(
        f"this store has the runs of another campaign called {campaign.name!r}, that of "
        f"{', '.join(files)}; {campaign.file} has other instances, arms or budgets\n"
        'Give one of them another name (name = "…" in the file), or another store (--store FILE); '
        "to add these runs to that store, use --extend.",
        source=str(store.path),
    )


def identity_of(campaign: Campaign) -> str:
    """A hash of what is run: instances by name or law, arms and budget."""
    instances = campaign.instances
    if isinstance(instances, Drawn):
        described: Any = [instances.law, instances.customers, *map(list, instances.kinds)]
    else:
        described = sorted(path.name for path in instances.paths)
    content = {
        "instances": described,
        "budget": str(campaign.budget),
        "arms": sorted(json.dumps(arm.content, sort_keys=True) for arm in campaign.arms),
    }
    return hashed(json.dumps(content, sort_keys=True).encode())


def _origins(store: RunSource) -> dict[str, dict[str, str]]:
    found = store.fact(_FACT) or {}
    if not isinstance(found, dict) or not all(isinstance(files, dict) for files in found.values()):
        raise damaged("its campaigns are unreadable", store.path)
    return found
