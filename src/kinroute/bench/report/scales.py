"""The vertical axis of gaps: linear, or logarithmic down to a threshold around zero."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

_SPREAD = 12.0
"""Gaps that differ by less than this factor are drawn on a linear axis."""
_SMALLEST = 0.01
"""Smaller gaps, in percent, are as good as zero."""
_LINEAR_DECADES = 0.45
"""The height of the linear part of the axis, in decades of the logarithmic one."""
_MOST_TICKS = 9


def scale_gaps(axes: Axes, values: Iterable[float]) -> float | None:
    """Choose the vertical scale for these gaps; return where it becomes linear, if anywhere.

    Gaps of good solvers are zero on many instances and spread over decades on the others: a linear
    axis hides the small ones, a logarithmic one has no zero.
    """
    gaps = np.fromiter(values, float)
    threshold = _threshold(gaps)
    top, bottom = float(gaps.max(initial=0)), float(gaps.min(initial=0))
    if threshold is None:
        room = 0.03 * (top - bottom) or 1.0
        axes.set_ylim(bottom - room, top + 2 * room)
        return None
    axes.set_yscale("symlog", linthresh=threshold, linscale=_LINEAR_DECADES)
    axes.set_ylim(min(1.3 * bottom, -0.25 * threshold), 1.3 * top)
    ticks = [-tick for tick in _ticks(threshold, -bottom)] + [0.0, *_ticks(threshold, top)]
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda gap, _: f"{gap:g}".replace("-", "−")))
    return threshold


def _threshold(gaps: npt.NDArray[np.float64]) -> float | None:
    """A power of ten below most gaps that are not zero; None where these are alike."""
    sizes = np.abs(gaps[gaps != 0])
    if len(sizes) == 0:
        return None
    low = max(float(np.percentile(sizes, 10)), _SMALLEST)
    if sizes.max() < _SPREAD * low:
        return None
    return float(10.0 ** math.floor(math.log10(low)))


def _ticks(threshold: float, top: float) -> list[float]:
    """1, 2 and 5 in each decade up to the top, or only the decades where these are too many."""
    if top < threshold:
        return []
    decades = range(round(math.log10(threshold)), math.floor(math.log10(top)) + 1)
    for steps in ((1, 2, 5), (1, 3), (1,)):
        ticks = [step * 10.0**decade for decade in decades for step in steps]
        ticks = [tick for tick in ticks if tick <= 1.3 * top]
        if len(ticks) <= _MOST_TICKS:
            break
    return ticks
