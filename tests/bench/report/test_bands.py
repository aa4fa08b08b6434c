import numpy as np
import pytest
from scipy.stats import bootstrap

from kinroute.bench.report.bands import mean_and_band


def test_the_band_is_the_percentile_bootstrap_of_scipy() -> None:
    curves = np.random.default_rng(3).gamma(0.8, size=(80, 5))
    mean, low, high = mean_and_band(curves)
    assert mean == pytest.approx(curves.mean(axis=0))
    theirs = bootstrap(
        (curves,), np.mean, axis=0, method="percentile", n_resamples=4000, rng=1
    ).confidence_interval
    width = theirs.high - theirs.low
    assert np.all(np.abs(low - theirs.low) < 0.1 * width)
    assert np.all(np.abs(high - theirs.high) < 0.1 * width)


def test_the_band_holds_the_mean_in_95_of_100_samples() -> None:
    rng = np.random.default_rng(5)
    curves = rng.normal(2.0, 1.0, size=(60, 400))  # each column is a sample of its own
    _, low, high = mean_and_band(curves)
    assert 0.91 < np.mean((low <= 2.0) & (high >= 2.0)) < 0.98


def test_rows_without_a_value_do_not_count_at_that_point() -> None:
    curves = np.array([[np.nan, 1.0, np.nan], [2.0, 3.0, np.nan], [4.0, 5.0, np.nan]])
    mean, low, high = mean_and_band(curves)
    assert mean[:2] == pytest.approx([3.0, 3.0])
    assert np.isnan([mean[2], low[2], high[2]]).all()
    assert (low[:2] <= mean[:2]).all()
    assert (mean[:2] <= high[:2]).all()


def test_one_curve_has_a_band_of_no_width() -> None:
    mean, low, high = mean_and_band(np.array([[1.0, 2.0]]))
    assert mean.tolist() == low.tolist() == high.tolist() == [1.0, 2.0]


def test_the_same_curves_have_the_same_band() -> None:
    curves = np.random.default_rng(1).random((10, 3))
    for one, other in zip(mean_and_band(curves), mean_and_band(curves), strict=True):
        assert np.array_equal(one, other)
