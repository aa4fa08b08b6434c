"""Results as pandas data frames."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kinroute.bench.optional_imports import optional_import
from kinroute.bench.record import COLUMNS

if TYPE_CHECKING:
    import pandas as pd

    from kinroute.bench.results import Results

_LEFT_OUT = ("routes", "trace")


def runs_frame(results: Results) -> pd.DataFrame:
    """One row for each run: its columns in the store, gap, and what is known of its instance.

    `gap` is in percent, nan where the run is infeasible; `is_optimal` is whether the run reached
    `best`, the best known cost, or the best of these runs where `has_best_known` is false.
    """
    pandas = optional_import("pandas")
    names = [name for name in COLUMNS if name not in _LEFT_OUT]
    rows = []
    for record in results.records:
        digest = record.instance_digest
        row: dict[str, Any] = {name: getattr(record, name) for name in names}
        row |= {
            "best": results.best.get(digest),
            "has_best_known": digest in results.best and digest not in results.unknown,
            "gap": results.gap(record),
            "is_optimal": results.is_optimal(record),
        }
        rows.append(row | asdict(results.groups[digest]))
    return pandas.DataFrame(rows)


def comparisons_frame(results: Results) -> pd.DataFrame:
    """One row for each comparison of two arms, with its test and its verdict."""
    pandas = optional_import("pandas")
    return pandas.DataFrame(
        [_flat(asdict(one)) | {"verdict": one.verdict} for one in results.comparisons()]
    )


def _flat(values: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested values as columns such as test_difference_mean."""
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}_")
        elif not isinstance(value, list | tuple):
            flat[f"{prefix}{name}"] = value
    return flat
