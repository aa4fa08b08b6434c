"""The results of a campaign in one SQLite file.

A run is written in a transaction of its own, synced to the disk. Keys are unique, so a run that two
processes executed is stored once. Every row carries a hash of itself; those of instances and facts
do since version 2.
"""

from __future__ import annotations

import json
from typing import Any

from kinroute.bench.database import Database
from kinroute.bench.groups import Group
from kinroute.bench.instances import Entry
from kinroute.bench.record import COLUMNS, Record, record_of
from kinroute.bench.source import (
    StoredInstance,
    damaged,
    group_text,
    instance_of,
    row_digest,
)


class Store(Database):
    """An open store; a `RunSource`."""

    notes: tuple[str, ...] = ()

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

    def add_all(self, records: list[Record]) -> None:
        """Store many runs in one transaction."""
        with self._translated_errors():
            self._connection.execute("BEGIN IMMEDIATE")
        for record in records:
            self.add(record)
        with self._translated_errors():
            self._connection.execute("COMMIT")

    def records(self) -> list[Record]:
        """All runs, by instance, arm and seed; raises FormatError where a row is damaged."""
        rows = self._all(
            f"SELECT {', '.join(COLUMNS)}, digest FROM runs ORDER BY instance, arm, seed, key"
        )
        found = []
        for *values, digest in rows:
            record = record_of(tuple(values))
            if record.digest != digest:
                raise damaged(
                    f"the run {record.key} ({record.instance}, {record.arm}) does not match its "
                    "own hash",
                    self.path,
                )
            found.append(record)
        return found

    def set_instances(self, entries: list[Entry], groups: dict[str, Group]) -> None:
        """Write the instances as they are now, with their best known costs."""
        rows = [
            (
                entry.digest,
                entry.name,
                entry.instance.customers,
                None if entry.best_known is None else float(entry.best_known),
                group_text(groups[entry.digest]),
            )
            for entry in entries
        ]
        self.add_instances(rows)

    def add_instances(self, rows: list[tuple[Any, ...]]) -> None:
        """Write rows of digest, name, customers, best known cost and group."""
        marks = ", ".join("?" * (5 + self._is_hashed))
        with self._translated_errors():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                f"INSERT OR REPLACE INTO instances VALUES ({marks})", map(self._with_digest, rows)
            )
            self._connection.execute("COMMIT")

    def instances(self) -> dict[str, StoredInstance]:
        """The instances by digest; raises FormatError where a row is damaged."""
        columns = ["digest", "name", "customers", "best_known", "traits"]
        rows = self._checked("instances", columns)
        try:
            return {digest: instance_of(*values) for digest, *values in rows}
        except (ValueError, KeyError, TypeError):
            raise damaged("the description of an instance is unreadable", self.path) from None

    def set_fact(self, name: str, value: Any) -> None:
        """Write a JSON value about the campaign."""
        row = self._with_digest((name, json.dumps(value)))
        with self._translated_errors():
            self._connection.execute(
                f"INSERT OR REPLACE INTO facts VALUES ({', '.join('?' * len(row))})", row
            )

    def fact(self, name: str) -> Any:
        """The JSON value of that name; None where there is none."""
        found = dict(self._checked("facts", ["name", "value"]))
        try:
            return json.loads(found[name]) if name in found else None
        except (ValueError, TypeError, RecursionError):
            raise damaged(f"what it says of {name!r} is unreadable", self.path) from None

    def _with_digest(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        return (*row, row_digest(row)) if self._is_hashed else row

    def _checked(self, table: str, columns: list[str]) -> list[tuple[Any, ...]]:
        """The rows of a table, compared with their hashes where they have one."""
        if not self._is_hashed:
            return self._all(f"SELECT {', '.join(columns)} FROM {table}")
        rows = []
        for *values, digest in self._all(f"SELECT {', '.join(columns)}, row_digest FROM {table}"):
            if any(isinstance(value, bytes) for value in values) or row_digest(values) != digest:
                raise damaged(f"a row of {table} does not match its own hash", self.path)
            rows.append(tuple(values))
        return rows
