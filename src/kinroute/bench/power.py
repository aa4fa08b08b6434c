"""Power by simulation from observed differences: what pairs can show, and how many it takes.

Campaigns are simulated by drawing pairs, with replacement, from those that were observed. Each is
judged as the report judges, except that intervals are Student's alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from kinroute.bench.statistics import Floats

POWER = 0.8
_SIMULATED = 400
_MOST = 100_000
"""More pairs than this are not simulated."""


def power(steps: Floats, pairs: int, *, level: float, margin: float | None = None) -> float:
    """The share of simulated campaigns of so many pairs that show a difference.

    With a `margin`, those count as well that show equivalence within it.
    """
    drawn = _drawn(steps, pairs)
    low, high = _intervals(drawn, level)
    is_shown = ((low > 0) | (high < 0)) & (_signed_rank_p(drawn) < 1 - level)
    if margin is not None:
        is_shown |= (-margin < low) & (high < margin)
    return float(is_shown.mean())


def detectable(steps: Floats, *, level: float) -> float:
    """The minimum detectable effect: the mean difference shown with 80 % power by as many pairs.

    Equal pairs stay equal; the others are centred and shifted. Infinite where nothing differs.
    """
    moved = steps != 0
    if len(steps) < 2 or not moved.any():
        return math.inf
    share = float(moved.mean())
    centred = np.where(moved, steps - steps[moved].mean(), 0.0)
    spread = float(steps.std()) or float(np.abs(steps).max())

    def is_enough(effect: float) -> bool:
        shifted = np.where(moved, centred + effect / share, 0.0)
        return power(shifted, len(steps), level=level) >= POWER

    high = spread / math.sqrt(len(steps))
    for _ in range(12):
        if is_enough(high):
            return _least(is_enough, high / 2, high)
        high *= 2
    return math.inf


def pairs_needed(
    steps: Floats, *, level: float, margin: float | None, least: int | None = None
) -> int | None:
    """The number of pairs that would decide with 80 % power; None for more than 100,000.

    To decide is to show a difference, or equivalence within the margin where there is one. At
    `least` as many pairs are tried, by default as many as there are.
    """
    if len(steps) < 2:
        return None
    if not steps.any():
        return fewest_pairs(level)
    count = max(least or len(steps), fewest_pairs(level))
    while count <= _MOST:
        if power(steps, count, level=level, margin=margin) >= POWER:
            return count
        count = math.ceil(1.25 * count)
    return None


def fewest_pairs(level: float) -> int:
    """With fewer pairs not even a gain in all of them is significant: p ≥ 2 / 2ⁿ."""
    return math.floor(math.log2(2 / (1 - level))) + 1


def _least(is_enough: Callable[[float], bool], low: float, high: float) -> float:
    for _ in range(6):
        middle = (low + high) / 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _drawn(steps: Floats, pairs: int) -> Floats:
    """(campaigns, pairs) differences; fewer campaigns where there are very many pairs."""
    campaigns = max(50, min(_SIMULATED, 4_000_000 // pairs))
    rng = np.random.default_rng(pairs)
    return steps[rng.integers(len(steps), size=(campaigns, pairs))]


def _intervals(drawn: Floats, level: float) -> tuple[Floats, Floats]:
    from scipy.stats import t

    count = drawn.shape[1]
    error = drawn.std(axis=1, ddof=1) / math.sqrt(count)
    half, mean = t.ppf(0.5 + level / 2, count - 1) * error, drawn.mean(axis=1)
    return mean - half, mean + half


def _signed_rank_p(drawn: Floats) -> Floats:
    """The two-tailed p of every row, by the normal approximation with Pratt's ranks."""
    from scipy.stats import norm, rankdata

    ranks = np.where(drawn != 0, rankdata(np.abs(drawn), axis=1), 0.0)
    spread = np.sqrt(np.square(ranks).sum(axis=1))
    total = np.abs((np.sign(drawn) * ranks).sum(axis=1))
    z = np.divide(total, spread, out=np.zeros_like(total), where=spread > 0)
    return np.asarray(2 * norm.sf(z), float)
