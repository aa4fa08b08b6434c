"""Runs as a Parquet file that a report can be made of: one row for each run.

Its metadata has the campaign, the command, the builds and the hosts as text, what a report needs
to know besides, and a hash of everything.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path, PurePath
from types import TracebackType
from typing import Any, Self

from kinroute.bench.campaign import Campaign
from kinroute.bench.groups import Group
from kinroute.bench.optional_imports import optional_import
from kinroute.bench.record import COLUMNS, Record, record_of
from kinroute.bench.source import RunSource, StoredInstance
from kinroute.bench.stored_campaign import content_of
from kinroute.bench.trace import packed
from kinroute.errors import FormatError, InputError

SUFFIX = ".parquet"
_GROUP = tuple(part.name for part in fields(Group))
_TYPES = {"str": "string", "int": "int64", "float": "float64", "bool": "bool_", "bytes": "binary"}
_FACTS = ("campaign", "asked")
_NO_TRACES = "This table has no traces of the runs; convergence is left out."


def column_names(with_routes: bool, with_traces: bool) -> tuple[str, ...]:
    """The columns of a table of runs."""
    left_out = {"routes": not with_routes, "trace": not with_traces}
    run = tuple(name for name in COLUMNS if not left_out.get(name, False))
    return (*run, "best_known", *_GROUP)


def write_published(
    path: Path,
    source: RunSource,
    names: Iterable[str],
    rows: list[dict[str, Any]],
    campaign: Campaign | None = None,
) -> None:
    """Write the rows with the metadata of their source; the campaign is the source's by default."""
    arrow, parquet = optional_import("pyarrow"), optional_import("pyarrow.parquet")
    kinds = {part.name: str(part.type).split()[0] for part in (*fields(Record), *fields(Group))}
    schema = arrow.schema(
        [(name, getattr(arrow, _TYPES[kinds.get(name, "float")])()) for name in names]
    )
    table = arrow.Table.from_pylist(rows, schema=schema)
    facts = {name: value for name in _FACTS if (value := source.fact(name)) is not None}
    if campaign is not None:
        facts["campaign"] = content_of(campaign)
    if "campaign" in facts:
        facts["campaign"] = _without_folders(facts["campaign"])
    metadata = _metadata(facts, rows)
    metadata["kinroute.digest"] = _digest(table, metadata)
    parquet.write_table(
        table.replace_schema_metadata(metadata), path, compression="zstd", compression_level=19
    )


class Published:
    """The runs of a Parquet file; a `RunSource`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise InputError("there is no such file", source=str(path))
        parquet = optional_import("pyarrow.parquet")
        try:
            table = parquet.read_table(path)
            self._read(table, {k.decode(): v.decode() for k, v in table.schema.metadata.items()})
        except MemoryError:
            raise
        except Exception as error:  # pyarrow raises what it likes for a damaged file
            if isinstance(error, InputError):
                raise
            raise FormatError(
                f"this is not a table of runs, or it is damaged ({type(error).__name__})",
                source=str(path),
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Nothing is open."""

    def records(self) -> list[Record]:
        """All runs, in the order of the file."""
        return self._records

    def instances(self) -> dict[str, StoredInstance]:
        """The instances by digest."""
        return self._instances

    def fact(self, name: str) -> Any:
        """The JSON value of that name; None where there is none."""
        return self._facts.get(name)

    def _read(self, table: Any, metadata: dict[str, str]) -> None:
        digest = metadata.pop("kinroute.digest", None)
        metadata = {key: text for key, text in metadata.items() if key.startswith("kinroute.")}
        if digest is None or _digest(table, metadata) != digest:
            raise FormatError(
                "this table does not match its hash: it is damaged or was edited, or "
                "`kinroute bench export` did not write it",
                source=str(self.path),
            )
        self._facts = json.loads(zlib.decompress(base64.b64decode(metadata["kinroute.facts"])))
        rows = table.to_pylist()
        self.notes: tuple[str, ...] = () if "trace" in table.column_names else (_NO_TRACES,)
        left_out = {"routes": "[]", "trace": packed([])}
        self._records = [
            record_of(tuple(row.get(name, left_out.get(name)) for name in COLUMNS)) for row in rows
        ]
        self._instances = {
            row["instance_digest"]: StoredInstance(
                name=row["instance"],
                customers=row["customers"],
                best_known=row["best_known"],
                group=Group(**{name: row[name] for name in _GROUP}),
            )
            for row in rows
        }


def _metadata(facts: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, str]:
    campaign = facts.get("campaign", {})
    compressed = zlib.compress(json.dumps(facts).encode(), 9)
    return {
        "kinroute.campaign": json.dumps(campaign),
        "kinroute.command": campaign.get("command")
        or f"kinroute bench run {campaign.get('name')}.toml",
        "kinroute.builds": ", ".join(sorted({row["code"] for row in rows})),
        "kinroute.hosts": ", ".join(sorted({row["worker"] for row in rows})),
        "kinroute.facts": base64.b64encode(compressed).decode(),
    }


def _without_folders(campaign: dict[str, Any]) -> dict[str, Any]:
    """The campaign without the folders of its files, which are those of one machine."""
    instances = dict(campaign.get("instances", {}))
    if "paths" in instances:
        instances["paths"] = [PurePath(path).name for path in instances["paths"]]
    if instances.get("best_known") is not None:
        instances["best_known"] = PurePath(instances["best_known"]).name
    file = campaign.get("file")
    name = None if file is None else PurePath(file).name
    return campaign | {"instances": instances, "file": name}


def _digest(table: Any, metadata: dict[str, str]) -> str:
    digest = hashlib.sha256(json.dumps(sorted(metadata.items())).encode())
    for name in table.column_names:
        values = table[name].to_pylist()
        digest.update(json.dumps([name, values], default=bytes.hex).encode())
    return digest.hexdigest()
