"""What a report reads: the runs, instances and facts of a store, or of a published table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from kinroute.bench.groups import Group
from kinroute.bench.hashing import hashed
from kinroute.bench.record import Record
from kinroute.errors import FormatError


class RunSource(Protocol):
    """Runs with what a report needs to know of them."""

    path: Path
    notes: tuple[str, ...]
    """What a report must say of this source."""

    def records(self) -> list[Record]:
        """All runs, by instance, arm and seed."""

    def instances(self) -> dict[str, StoredInstance]:
        """The instances by digest."""

    def fact(self, name: str) -> Any:
        """The JSON value of that name; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredInstance:
    """An instance as a store describes it."""

    name: str
    customers: int
    best_known: float | None
    group: Group


def damaged(what: str, source: Path) -> FormatError:
    """The error of a store that cannot be trusted."""
    return FormatError(
        f"the store is damaged: {what}\n"
        "It is not used. `kinroute bench repair` writes a new one with every run that is readable.",
        source=str(source),
    )


def row_digest(values: Sequence[Any]) -> str:
    """The hash of a row of plain values."""
    return hashed(json.dumps(list(values)).encode())


def group_text(group: Group) -> str:
    """A group as JSON."""
    return json.dumps(asdict(group))


def instance_of(name: str, customers: int, best_known: float | None, traits: str) -> StoredInstance:
    """The instance of a row; raises ValueError, KeyError or TypeError for other values."""
    values = json.loads(traits)
    if values["demand"] == "mostly small":  # as older versions spelled it
        values["demand"] = "mostly-small"
    group = Group(**{"is_derived": False} | values)
    if not all(isinstance(one, str) for one in (name, *list(asdict(group).values())[:4])):
        raise TypeError("not a text")
    if not isinstance(customers, int) or not isinstance(best_known, float | None):
        raise TypeError("not a number")
    return StoredInstance(name=name, customers=customers, best_known=best_known, group=group)
