"""The runs of a store as a table for other programs."""

from __future__ import annotations

import csv
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kinroute.bench.optional_imports import optional_import
from kinroute.bench.record import COLUMNS
from kinroute.bench.store import Store
from kinroute.bench.trace import unpacked
from kinroute.errors import InputError
from kinroute.io.atomic import replacing

SUFFIXES = (".csv", ".parquet")
_RUN = (*(name for name in COLUMNS if name != "trace"), "best_known")
_TRACE = ("key", "time", "cost", "iterations")


def export(store: Store, path: Path, *, traces: bool = False) -> int:
    """Write the runs, or every improvement of every run; return the number of rows."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"cannot write {path}: its name must end in {' or '.join(SUFFIXES)}")
    names = _TRACE if traces else _RUN
    rows = _trace_rows(store) if traces else _run_rows(store)
    with replacing(path) as beside:
        if path.suffix.lower() == ".csv":
            _write_csv(beside, names, rows)
        else:
            _write_parquet(beside, names, rows)
    return len(rows)


def _run_rows(store: Store) -> list[dict[str, Any]]:
    instances = store.instances()
    rows = []
    for record in store.records():
        values = asdict(record)
        del values["trace"]
        instance = instances.get(record.instance_digest)
        rows.append(values | {"best_known": None if instance is None else instance.best_known})
    return rows


def _trace_rows(store: Store) -> list[dict[str, Any]]:
    rows = []
    for record in store.records():
        trace = unpacked(record.trace)
        columns = (trace.times.tolist(), trace.costs.tolist(), trace.iterations.tolist())
        for time, cost, iterations in zip(*columns, strict=True):
            rows.append({"key": record.key, "time": time, "cost": cost, "iterations": iterations})
    return rows


def _write_csv(path: Path, names: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(path: Path, names: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    arrow, parquet = optional_import("pyarrow"), optional_import("pyarrow.parquet")
    table = arrow.table({name: [row[name] for row in rows] for name in names})
    parquet.write_table(table, path)
