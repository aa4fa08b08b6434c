"""Confidence bands: how sure the mean of a curve is, at each of its points."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]

_RESAMPLES = 500


def mean_and_band(curves: Matrix, *, seed: int = 1) -> tuple[Matrix, Matrix, Matrix]:
    """The mean of the rows of `curves`, and the 95 % percentile bootstrap interval over rows.

    Whole rows are resampled. A row that is nan at a point does not count there; nan where none
    does.
    """
    rows = len(curves)
    has = np.isfinite(curves)
    values = np.where(has, curves, 0.0)
    draws = np.random.default_rng(seed).multinomial(rows, np.full(rows, 1 / rows), _RESAMPLES)
    mean, means = (
        _weighted(weights, values, has.astype(float))
        for weights in (np.ones((1, rows)), draws.astype(float))
    )
    # A resample without any value at a point says nothing about it.
    low, high = np.percentile(np.where(np.isnan(means), mean, means), [2.5, 97.5], axis=0)
    return mean[0], low, high


def _weighted(weights: Matrix, values: Matrix, has: Matrix) -> Matrix:
    counts = weights @ has
    means: Matrix = weights @ values / np.where(counts > 0, counts, np.nan)
    return means
