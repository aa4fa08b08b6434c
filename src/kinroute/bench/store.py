"""The results of a campaign in one SQLite file.

A run is written in a transaction of its own, synced to the disk. Keys are unique, so a run that two
processes executed is stored once. Every row carries a hash of itself.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from kinroute.bench.database import Database
from kinroute.bench.groups import Group
from kinroute.bench.instances import Entry
from kinroute.bench.record import COLUMNS, Record, record_of
from kinroute.errors import FormatError


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredInstance:
    """An instance as a store describes it."""

    name: str
    customers: int
    best_known: float | None
    group: Group


class Store(Database):
    """An open store."""

    def keys(self) -> set[str]:
        """The keys of all stored runs."""
        return {key for (key,) in self._all("SELECT key FROM runs")}

    def has(self, key: str) -> bool:
        """Whether a run is stored, perhaps by another process."""
        return bool(self._all("SELECT 1 FROM runs WHERE key = ?", (key,)))

    def add(self, record: Record) -> bool:
        """Store a run; return False where it is stored already."""
        values = [*(getattr(record, name) for name in COLUMNS), record.digest]
        marks = ", ".join("?" * len(values))
        with self._translated_errors():
            cursor = self._connection.execute(
                f"INSERT OR IGNORE INTO runs ({', '.join(COLUMNS)}, digest) VALUES ({marks})",
                values,
            )
        return cursor.rowcount == 1

    def records(self) -> list[Record]:
        """All runs, by instance, arm and seed; raises FormatError where a row is damaged."""
        rows = self._all(
            f"SELECT {', '.join(COLUMNS)}, digest FROM runs ORDER BY instance, arm, seed, key"
        )
        found = []
        for *values, digest in rows:
            record = record_of(tuple(values))
            if record.digest != digest:
                raise FormatError(
                    f"the run {record.key} ({record.instance}, {record.arm}) is damaged: it does "
                    "not match its own hash",
                    source=str(self.path),
                )
            found.append(record)
        return found

    def set_instances(self, entries: list[Entry], groups: dict[str, Group]) -> None:
        """Write the instances as they are now, with their best known costs."""
        rows = [
            (e.digest, e.name, e.instance.customers, e.best_known, _json(groups[e.digest]))
            for e in entries
        ]
        with self._translated_errors():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                "INSERT INTO instances VALUES (?, ?, ?, ?, ?) ON CONFLICT (digest) DO UPDATE SET "
                "best_known = excluded.best_known, traits = excluded.traits",
                rows,
            )
            self._connection.execute("COMMIT")

    def instances(self) -> dict[str, StoredInstance]:
        """The instances by digest."""
        rows = self._all("SELECT digest, name, customers, best_known, traits FROM instances")
        return {
            digest: StoredInstance(
                name=name, customers=customers, best_known=best_known, group=_group(traits)
            )
            for digest, name, customers, best_known, traits in rows
        }

    def set_fact(self, name: str, value: Any) -> None:
        """Write a JSON value about the campaign."""
        with self._translated_errors():
            self._connection.execute(
                "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET "
                "value = excluded.value",
                (name, json.dumps(value)),
            )

    def fact(self, name: str) -> Any:
        """The JSON value of that name; None where there is none."""
        rows = self._all("SELECT value FROM facts WHERE name = ?", (name,))
        return json.loads(rows[0][0]) if rows else None


def _json(group: Group) -> str:
    return json.dumps(asdict(group))


def _group(traits: str) -> Group:
    values = json.loads(traits)
    if values["demand"] == "mostly small":  # as older versions spelled it
        values["demand"] = "mostly-small"
    return Group(**{"is_derived": False} | values)
