"""The statistics of a report: gaps, intervals, paired tests and their correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

SIGNIFICANT = 0.05
_RESAMPLES = 2000
_STUDENTISED = 4000
_CHUNK = 4_000_000
"""Values resampled at a time."""
_TIE = 1e-9
"""Gaps that differ by less than this, in percent, are equal up to rounding."""
_EXACT = 50
"""Up to this many differing pairs the signed-rank distribution is enumerated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean with a confidence interval."""

    mean: float
    low: float
    high: float

    def is_within(self, margin: float) -> bool:
        """Whether all of it is less than the margin away from 0."""
        return -margin < self.low and self.high < margin

    @property
    def excludes_zero(self) -> bool:
        """Whether all of it is on one side of 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Paired:
    """One sample against another, pair by pair; lower is better."""

    steps: Floats
    """The first minus the second of each pair: negative where the first is better."""
    p: float
    """Two-tailed Wilcoxon signed-rank test, equal pairs by Pratt's method."""
    effect: float
    """Matched-pairs rank-biserial correlation, from −1 (always lower) to 1 (always higher)."""

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return len(self.steps)

    @property
    def better(self) -> int:
        """The number of pairs whose first is lower."""
        return int((self.steps < 0).sum())

    @property
    def worse(self) -> int:
        """The number of pairs whose first is higher."""
        return int((self.steps > 0).sum())


def gap(cost: float, best: float) -> float:
    """100 (z − z_bks) / z_bks, the paper's gap in percent."""
    return 100 * (cost - best) / best if best else 0.0


def bootstrap(values: Sequence[float] | Floats, *, seed: int = 1) -> Interval:
    """The mean with its 95 % percentile bootstrap interval."""
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
    return Paired(steps=steps, p=wilcoxon_p(steps), effect=rank_biserial(steps))


def mean_interval(steps: Floats, level: float, *, seed: int = 1) -> Interval:
    """The mean difference with a confidence interval of this level.

    Each bound is Student's, or the studentised bootstrap's where that is farther out: Student's
    interval is too short for skewed differences. One pair has no finite interval.
    """
    mean = float(steps.mean()) if len(steps) else math.nan
    if len(steps) < 2:
        return Interval(mean=mean, low=-math.inf, high=math.inf)
    low, high = student_interval(steps, level)
    if low < high:
        other = _studentised(steps, level, seed)
        low, high = min(low, other[0]), max(high, other[1])
    return Interval(mean=mean, low=low, high=high)


def student_interval(steps: Floats, level: float) -> tuple[float, float]:
    """Student's confidence interval of the mean."""
    from scipy.stats import t

    mean = float(steps.mean())
    error = float(steps.std(ddof=1)) / math.sqrt(len(steps))
    half = float(t.ppf(0.5 + level / 2, len(steps) - 1)) * error
    return mean - half, mean + half


def _studentised(steps: Floats, level: float, seed: int) -> tuple[float, float]:
    """The studentised (bootstrap-t) interval of the mean."""
    rng = np.random.default_rng(seed)
    count, parts = len(steps), []
    mean, error = float(steps.mean()), float(steps.std(ddof=1)) / math.sqrt(count)
    rows = max(1, min(_STUDENTISED, _CHUNK // count))
    for _ in range(0, _STUDENTISED, rows):
        drawn = steps[rng.integers(count, size=(rows, count))]
        spread = drawn.std(axis=1, ddof=1) / math.sqrt(count)
        far = drawn.mean(axis=1) - mean
        parts.append(far[spread > 0] / spread[spread > 0])
    tail = (1 - level) / 2
    low, high = np.quantile(np.concatenate(parts), (tail, 1 - tail))
    return mean - float(high) * error, mean - float(low) * error


def wilcoxon_p(steps: Floats) -> float:
    """The two-tailed p of the signed-rank test with Pratt's treatment of equal pairs.

    Pairs are ranked with the equal ones, whose ranks are then dropped. The distribution is exact,
    given the ranks, where few pairs differ.
    """
    from scipy.stats import rankdata, wilcoxon

    moved = steps != 0
    if not moved.any():
        return 1.0
    if moved.sum() > _EXACT:
        return float(wilcoxon(steps, zero_method="pratt", method="approx").pvalue)
    ranks = np.rint(2 * rankdata(np.abs(steps))[moved]).astype(int)  # halves, where ranks are tied
    ways = np.ones(1)
    for rank in ranks.tolist():
        longer = np.zeros(len(ways) + rank)
        longer[: len(ways)] += ways / 2
        longer[rank:] += ways / 2
        ways = longer
    total = int(ranks.sum())
    least = int(min(ranks[steps[moved] > 0].sum(), ranks[steps[moved] < 0].sum()))
    if 2 * least == total:
        return 1.0
    return min(1.0, 2 * float(ways[: least + 1].sum()))


def mcnemar_p(only_first: int, only_second: int) -> float:
    """The two-tailed p of McNemar's exact test, from the two counts of discordant pairs."""
    from scipy.stats import binomtest

    count = only_first + only_second
    return float(binomtest(only_first, count).pvalue) if count else 1.0


def rank_biserial(steps: Floats) -> float:
    """(W₊ − W₋) / (W₊ + W₋) of the signed ranks by Pratt; 0 where nothing differs."""
    from scipy.stats import rankdata

    moved = steps != 0
    if not moved.any():
        return 0.0
    ranks = rankdata(np.abs(steps))[moved]
    return float((ranks * np.sign(steps[moved])).sum() / ranks.sum())


def holm(ps: Sequence[float]) -> list[float]:
    """Holm's step-down correction, by hand: SciPy corrects for the false discovery rate only."""
    order = sorted(range(len(ps)), key=lambda k: ps[k])
    corrected, so_far = [0.0] * len(ps), 0.0
    for rank, k in enumerate(order):
        so_far = max(so_far, min(1.0, (len(ps) - rank) * ps[k]))
        corrected[k] = so_far
    return corrected
