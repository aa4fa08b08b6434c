"""The runs of a store as a table for other programs."""

from __future__ import annotations

import csv
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kinroute.bench.campaign import Campaign
from kinroute.bench.optional_imports import optional_import
from kinroute.bench.published import column_names, write_published
from kinroute.bench.source import RunSource, damaged
from kinroute.bench.trace import unpacked
from kinroute.errors import ConfigError, InputError
from kinroute.io.atomic import replacing

SUFFIXES = (".csv", ".parquet")
_TRACE = ("key", "time", "cost", "iterations")


def export(
    source: RunSource,
    path: Path,
    *,
    traces: bool = False,
    with_routes: bool = False,
    with_traces: bool = False,
    campaign: Campaign | None = None,
) -> int:
    """Write the runs, or with `traces` every improvement of every run; return the number of rows.

    A Parquet file of the runs is a `RunSource` as well: a report can be made of it, about the given
    campaign or else the one that last wrote to the store.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"cannot write {path}: its name must end in {' or '.join(SUFFIXES)}")
    if with_traces and (suffix == ".csv" or traces):
        raise ConfigError("traces beside the runs are only in a .parquet file of the runs")
    rows = _trace_rows(source) if traces else run_rows(source, with_routes, with_traces)
    names = _TRACE if traces else column_names(with_routes, with_traces)
    with replacing(path) as beside:
        if suffix == ".csv":
            _write_csv(beside, names, rows)
        elif traces:
            _write_parquet(beside, names, rows)
        else:
            write_published(beside, source, names, rows, campaign)
    return len(rows)


def run_rows(source: RunSource, with_routes: bool, with_traces: bool) -> list[dict[str, Any]]:
    """One row for each run, with what is known of its instance."""
    instances = source.instances()
    names = column_names(with_routes, with_traces)
    rows = []
    for record in source.records():
        instance = instances.get(record.instance_digest)
        if instance is None:
            raise damaged(f"the instance {record.instance} is not described", source.path)
        values = asdict(record) | asdict(instance.group) | {"best_known": instance.best_known}
        rows.append({name: values[name] for name in names})
    return rows


def _trace_rows(source: RunSource) -> list[dict[str, Any]]:
    rows = []
    for record in source.records():
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
    parquet.write_table(table, path, compression="zstd")
