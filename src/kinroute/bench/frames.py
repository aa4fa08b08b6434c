"""Results as pandas data frames."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kinroute.bench.optional_imports import optional_import
from kinroute.bench.record import COLUMNS

if TYPE_CHECKING:
    import pandas as pd

    from kinroute.bench.results import Results
    from kinroute.bench.verdict import Comparison

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
    """One row for each comparison of two arms, with its test and its verdict.

    `mean`, `low` and `high` are the mean difference of the gap and its interval at `level`;
    `p_alone` is the p value before correction.
    """
    pandas = optional_import("pandas")
    return pandas.DataFrame([_comparison_row(one) for one in results.comparisons()])


def _comparison_row(one: Comparison) -> dict[str, Any]:
    solved = one.solved
    return {
        "arm": one.arm,
        "against": one.against,
        "question": one.question,
        "role": one.role,
        "pairs": one.test.pairs,
        "better": one.test.better,
        "worse": one.test.worse,
        **asdict(one.interval),
        "level": one.level,
        "margin": one.margin,
        "p_alone": one.test.p,
        "p": one.p,
        "effect": one.test.effect,
        "solved_more": None if solved is None else solved.only_arm,
        "solved_fewer": None if solved is None else solved.only_other,
        "p_solved": None if solved is None else solved.p,
        "verdict": one.verdict,
    }
