"""The state of a store: how far its campaign is, and whether every run still passes the check."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Files, digest_of
from kinroute.bench.record import Record, verify_on
from kinroute.bench.selection import stored_selection
from kinroute.bench.source import damaged
from kinroute.bench.store import Store
from kinroute.bench.stored_campaign import stored_campaign
from kinroute.errors import InputError, InternalError
from kinroute.io import read
from kinroute.problem.instance import Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What a store holds."""

    campaign: Campaign | None
    runs: int
    selected: int
    """Runs that the campaign requested when it last ran, by its last build."""
    planned: int | None
    arms: Counter[str]
    """Selected runs of each arm."""
    builds: Counter[str]
    checked: int
    """Runs that passed the check against their instance, which was at hand."""


def status_of(store: Store) -> Status:
    """The state; raises FormatError where a row is damaged or a run does not pass the check."""
    records, campaign = store.records(), stored_campaign(store)
    store.instances()
    at_hand = {} if campaign is None else instances_by_digest(campaign)
    for record in records:
        if (fault := fault_of(record, at_hand)) is not None:
            raise damaged(fault, store.path)
    selected: list[Record] = []
    planned = None
    if campaign is not None:
        selection = stored_selection(store, campaign)
        selected, planned = selection.of(records), selection.planned
        if selection.build is not None:
            selected = [record for record in selected if record.code == selection.build]
    return Status(
        campaign=campaign,
        runs=len(records),
        selected=len(selected),
        planned=planned,
        arms=Counter(record.arm for record in selected),
        builds=Counter(record.code for record in records),
        checked=sum(record.instance_digest in at_hand for record in records),
    )


def instances_by_digest(campaign: Campaign) -> dict[str, Instance]:
    """The instances of a campaign that can still be read or drawn."""
    try:
        if isinstance(campaign.instances, Files):
            read_again = [_instance_at(str(path)) for path in campaign.instances.paths]
            return {digest_of(one): one for one in read_again if one is not None}
        return {entry.digest: entry.instance for entry in campaign.instances.entries()}
    except InputError:
        return {}


def fault_of(record: Record, at_hand: dict[str, Instance]) -> str | None:
    """Why a run does not pass the check; None where it does, or its instance is not at hand."""
    instance = at_hand.get(record.instance_digest)
    if instance is None:
        return None
    where = f"the run {record.key} ({record.instance}, {record.arm}, seed {record.seed})"
    try:
        verify_on(record, instance)
    except InternalError as error:
        return f"{where} does not pass the check: {error}"
    except (ValueError, TypeError, RecursionError):
        return f"{where} has unreadable routes"
    return None


def _instance_at(path: str) -> Instance | None:
    try:
        return read(path)
    except InputError:
        return None
