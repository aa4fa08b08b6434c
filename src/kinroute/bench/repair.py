"""What can be saved of a damaged store: a new one with every run that is readable."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kinroute.bench.campaign import Campaign
from kinroute.bench.carving import Carved, Row, carved, page_sizes
from kinroute.bench.record import COLUMNS, Record, record_of
from kinroute.bench.source import instance_of, row_digest
from kinroute.bench.status import fault_of, instances_by_digest
from kinroute.bench.store import Store
from kinroute.bench.stored_campaign import stored_campaign
from kinroute.errors import FormatError, InputError
from kinroute.io.atomic import replacing

_REALS = {part.name for part in fields(Record) if str(part.type).startswith("float")}


@dataclass(slots=True, kw_only=True)
class Salvage:
    """The intact rows of a damaged store."""

    records: dict[str, Record] = field(default_factory=dict)
    instances: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    """Of all runs that there were, as far as they can be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """What became of the runs of a damaged store."""

    kept: int
    lost: int
    """Runs that are known to have been there and are unreadable."""
    rejected: int
    """Readable runs that do not pass the check against their instance."""
    checked: int
    """Kept runs whose instance was at hand for the check."""
    has_campaign: bool


def repair(damaged: Path, target: Path) -> Repaired:
    """Write a new store with what is intact in a damaged one, which is only read.

    Raises InputError where the new one exists already, FormatError where no run is readable.
    """
    if target.exists():
        raise InputError(f"cannot write {target}: it exists already; give another name with -o")
    found = salvage(damaged)
    if not found.records:
        raise FormatError("no run of a campaign is readable in this file", source=str(damaged))
    with replacing(target) as beside, Store(beside) as store:
        campaign = _write_facts(store, found)
        at_hand = {} if campaign is None else instances_by_digest(campaign)
        rejected = {
            key for key, record in found.records.items() if fault_of(record, at_hand) is not None
        }
        kept = [record for key, record in found.records.items() if key not in rejected]
        store.add_all(kept)
    return Repaired(
        kept=len(kept),
        lost=len(found.keys - found.records.keys()),
        rejected=len(rejected),
        checked=sum(record.instance_digest in at_hand for record in kept),
        has_campaign=campaign is not None,
    )


def salvage(path: Path) -> Salvage:
    """All rows that match their hashes; the file is not opened as a database."""
    try:
        content = path.read_bytes()
        log = path.with_name(f"{path.name}-wal")
        wal = log.read_bytes() if log.is_file() else b""
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    found = Salvage()
    for size in page_sizes(content):
        found = _intact(carved(content, wal, size))
        if found.records:
            break
    return found


def _intact(pages: Carved) -> Salvage:
    found = Salvage()
    for row in pages.rows:
        if (record := _record(row)) is not None:
            found.records.setdefault(record.key, record)
        elif (instance := _instance(row)) is not None:
            found.instances.setdefault(instance[0], instance)
        elif (fact := _fact(row)) is not None:
            found.facts.setdefault(*fact)
    found.keys = found.records.keys() | set(_keys(pages.indexed))
    return found


def _record(row: Row) -> Record | None:
    if len(row) != len(COLUMNS) + 1:
        return None
    values: list[Any] = [
        float(value) if name in _REALS and isinstance(value, int) else value
        for name, value in zip(COLUMNS, row[:-1], strict=True)
    ]
    record = record_of(tuple(values))
    return record if record.digest == row[-1] else None


def _instance(row: Row) -> tuple[Any, ...] | None:
    """Digest, name, customers, best known cost and group; version 1 has no hash of them."""
    if len(row) not in (5, 6):
        return None
    digest, name, customers, best_known, traits = row[:5]
    if isinstance(best_known, int):
        best_known = float(best_known)
    values: tuple[Any, ...] = (digest, name, customers, best_known, traits)
    try:
        instance_of(*values[1:])
    except (ValueError, KeyError, TypeError):
        return None
    is_intact = len(row) == 5 or row_digest(values) == row[5]
    return values if is_intact and isinstance(digest, str) else None


def _fact(row: Row) -> tuple[str, str] | None:
    if len(row) not in (2, 3):
        return None
    name, value = row[:2]
    if not isinstance(name, str) or not isinstance(value, str):
        return None
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return None
    return (name, value) if len(row) == 2 or row_digest((name, value)) == row[2] else None


def _keys(indexed: Iterable[Row]) -> Iterable[str]:
    for row in indexed:
        key = row[0] if len(row) == 2 else None
        if isinstance(key, str) and len(key) == 32 and set(key) <= set("0123456789abcdef"):
            yield key


def _write_facts(store: Store, found: Salvage) -> Campaign | None:
    """Write what a report needs besides the runs; return the campaign, if it is readable."""
    store.add_instances(list(found.instances.values()))
    for name, value in found.facts.items():
        store.set_fact(name, json.loads(value))
    try:
        return stored_campaign(store)
    except InputError:
        return None
