"""The statistics of a report: gaps, confidence intervals, paired tests, effect sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SIGNIFICANT = 0.05
_RESAMPLES = 2000
_CHUNK = 4_000_000
"""Values resampled at a time."""
_TIE = 1e-9
"""Gaps that differ by less than this, in percent, are equal up to rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean with its 95 % bootstrap confidence interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """One sample against another, pair by pair; lower is better."""

    pairs: int
    difference: Interval
    """Mean of the first minus the second: negative where the first is better."""
    better: int
    worse: int
    p: float
    """Two-tailed Wilcoxon signed-rank test."""
    effect: float
    """Matched-pairs rank-biserial correlation, from −1 (always lower) to 1 (always higher)."""
    detectable: float
    """The mean difference that is detected with 80 % power."""


def gap(cost: float, best: float) -> float:
    """100 (z − z_bks) / z_bks, the paper's gap in percent."""
    return 100 * (cost - best) / best if best else 0.0


def bootstrap(values: Sequence[float] | Floats, *, seed: int = 1) -> Interval:
    """The mean with its percentile bootstrap interval."""
    from scipy.stats import bootstrap as resample

    sample = np.asarray(values, float)
    mean = float(sample.mean()) if len(sample) else math.nan
    if len(sample) < 2:
        return Interval(mean=mean, low=mean, high=mean)
    interval = resample(
        (sample,),
        np.mean,
        n_resamples=_RESAMPLES,
        batch=max(1, min(_RESAMPLES, _CHUNK // len(sample))),
        method="percentile",
        rng=np.random.default_rng(seed),
    ).confidence_interval
    return Interval(mean=mean, low=float(interval.low), high=float(interval.high))


def paired(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> Paired:
    """Compare two paired samples."""
    steps = np.asarray(first, float) - np.asarray(second, float)
    steps = np.where(np.abs(steps) < _TIE, 0.0, steps)
    return Paired(
        pairs=len(steps),
        difference=bootstrap(steps),
        better=int((steps < 0).sum()),
        worse=int((steps > 0).sum()),
        p=wilcoxon_p(steps),
        effect=rank_biserial(steps),
        detectable=_detectable(steps),
    )


def wilcoxon_p(steps: Floats) -> float:
    """The two-tailed p of the signed-rank test; zero differences are dropped."""
    from scipy.stats import wilcoxon

    moved = steps[steps != 0]
    if len(moved) == 0:
        return 1.0
    return float(wilcoxon(moved, zero_method="wilcox", alternative="two-sided").pvalue)


def rank_biserial(steps: Floats) -> float:
    """(W₊ − W₋) / (W₊ + W₋) of the signed ranks; 0 where nothing differs."""
    from scipy.stats import rankdata

    moved = steps[steps != 0]
    if len(moved) == 0:
        return 0.0
    ranks = rankdata(np.abs(moved))
    return float((ranks * np.sign(moved)).sum() / ranks.sum())


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's step-down correction, by hand: SciPy corrects for the false discovery rate only."""
    order = sorted(range(len(ps)), key=lambda k: ps[k])
    corrected, so_far = [0.0] * len(ps), 0.0
    for rank, k in enumerate(order):
        so_far = max(so_far, min(1.0, (len(ps) - rank) * ps[k]))
        corrected[k] = so_far
    return corrected


def _detectable(steps: Floats) -> float:
    """2.8 standard errors of the mean: 5 % significance with 80 % power."""
    if len(steps) < 2:
        return math.inf
    return float(2.802 * steps.std(ddof=1) / math.sqrt(len(steps)))
