import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from kinroute.bench.statistics import bootstrap, gap, holm, paired, rank_biserial, wilcoxon_p


def test_a_gap_is_the_paper_s() -> None:
    assert gap(27591 * 1.01, 27591) == pytest.approx(1.0)
    assert gap(27591, 27591) == 0


def test_the_signed_rank_test_by_hand() -> None:
    # Ranks of 1, 2, 3, 4, 5: only 2 is negative, so W₋ = 2; of 2⁵ sign patterns, those with
    # W ≤ 2 are {}, {1}, {2}: p = 2 · 3/32.
    steps = np.array([1.0, -2, 3, 4, 5, 0])
    assert wilcoxon_p(steps) == pytest.approx(6 / 32)
    assert rank_biserial(steps) == pytest.approx((13 - 2) / 15)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-5, 5).map(lambda x: round(x, 1)), min_size=2, max_size=60))
def test_the_test_is_scipy_s(values: list[float]) -> None:
    steps = np.array(values)
    if not steps.any():
        assert wilcoxon_p(steps) == 1.0
        return
    ours = paired(steps, np.zeros(len(steps)))
    assert ours.p == pytest.approx(float(stats.wilcoxon(steps[steps != 0]).pvalue), nan_ok=True)
    assert ours.better + ours.worse == np.count_nonzero(steps)
    assert -1 <= ours.effect <= 1


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=2, max_size=40))
def test_turning_a_comparison_round_turns_its_sign(values: list[float]) -> None:
    zeros = np.zeros(len(values))
    one, other = paired(values, zeros), paired(zeros, values)
    assert one.effect == pytest.approx(-other.effect)
    assert one.difference.mean == pytest.approx(-other.difference.mean)
    assert one.p == pytest.approx(other.p)


def test_the_bootstrap_agrees_with_scipy() -> None:
    sample = np.random.default_rng(1).gamma(0.7, size=300)
    ours = bootstrap(sample)
    theirs = stats.bootstrap(
        (sample,), np.mean, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    width = theirs.high - theirs.low
    assert ours.mean == pytest.approx(sample.mean())
    assert ours.low == pytest.approx(theirs.low, abs=0.06 * width)
    assert ours.high == pytest.approx(theirs.high, abs=0.06 * width)


def test_the_bootstrap_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    intervals = [bootstrap(rng.normal(size=60), seed=k) for k in range(100)]
    assert 88 <= sum(i.low <= 0 <= i.high for i in intervals) <= 99


def test_one_value_has_no_interval() -> None:
    assert bootstrap([2.0]).low == bootstrap([2.0]).high == 2.0


def test_holm_by_hand() -> None:
    # Sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1: 0.04, 0.06, 0.06, 0.04; then never falling.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_is_between_nothing_and_bonferroni(ps: list[float]) -> None:
    for p, corrected in zip(ps, holm(ps), strict=True):
        assert p <= corrected <= min(1.0, len(ps) * p) + 1e-12


def test_so_many_pairs_show_a_difference_four_times_in_five() -> None:
    rng = np.random.default_rng(4)
    found = 0
    for _ in range(200):
        noise = rng.normal(size=50)
        test = paired(noise + 2.802 / np.sqrt(50), np.zeros(50))
        assert test.detectable == pytest.approx(2.802 * noise.std(ddof=1) / np.sqrt(50))
        found += test.p < 0.05
    assert 0.72 < found / 200 < 0.88
