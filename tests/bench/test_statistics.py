import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

from kinroute.bench.statistics import (
    bootstrap,
    gap,
    holm,
    mcnemar_p,
    mean_interval,
    paired,
    rank_biserial,
    student_interval,
    wilcoxon_p,
)

rounded = st.floats(-5, 5).map(lambda x: round(x, 1))


def test_a_gap_is_the_paper_s() -> None:
    assert gap(27591 * 1.01, 27591) == pytest.approx(1.0)
    assert gap(27591, 27591) == 0


def test_the_signed_rank_test_by_hand() -> None:
    # By Pratt the equal pair has rank 1, and the others 2 … 6. Only rank 3 is negative: W₋ = 3. Of
    # 2⁵ sign patterns, those with W ≤ 3 are {}, {2}, {3}: p = 2 · 3/32.
    steps = np.array([1.0, -2, 3, 4, 5, 0])
    assert wilcoxon_p(steps) == pytest.approx(6 / 32)
    assert rank_biserial(steps) == pytest.approx((17 - 3) / 20)


@settings(max_examples=40, deadline=None)
@given(st.lists(rounded, min_size=2, max_size=9))
def test_few_pairs_have_the_exact_distribution_of_scipy(values: list[float]) -> None:
    steps = np.array(values)
    if not steps.any():
        assert wilcoxon_p(steps) == 1.0
        return
    exact = stats.wilcoxon(steps, zero_method="pratt", method=stats.PermutationMethod())
    assert wilcoxon_p(steps) == pytest.approx(float(exact.pvalue))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0, 0.4))
def test_many_pairs_have_the_approximation_of_scipy(seed: int, ties: float) -> None:
    rng = np.random.default_rng(seed)
    steps = np.where(rng.random(200) < ties, 0.0, rng.normal(0.1, 1, 200))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = stats.wilcoxon(steps, zero_method="pratt", method="approx")
    assert wilcoxon_p(steps) == pytest.approx(float(theirs.pvalue))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=2, max_size=40))
def test_turning_a_comparison_round_turns_its_sign(values: list[float]) -> None:
    zeros = np.zeros(len(values))
    one, other = paired(values, zeros), paired(zeros, values)
    assert one.effect == pytest.approx(-other.effect)
    assert one.steps == pytest.approx(-other.steps)
    assert one.p == pytest.approx(other.p)
    assert (one.better, one.worse) == (other.worse, other.better)


@given(st.integers(0, 60), st.integers(0, 60))
def test_solved_counts_are_tested_as_statsmodels_does(one: int, other: int) -> None:
    theirs = mcnemar([[5, one], [other, 9]], exact=True).pvalue
    assert mcnemar_p(one, other) == pytest.approx(min(1.0, float(theirs)))


def test_sixteen_instances_more_are_no_chance() -> None:
    # The example of 44 against 60 of 80 instances: 20 discordant pairs, 18 of them one way.
    assert mcnemar_p(2, 18) < 0.0025


@settings(max_examples=30, deadline=None)
@given(st.lists(rounded, min_size=3, max_size=60), st.sampled_from([0.9, 0.95, 0.999]))
def test_an_interval_is_never_shorter_than_student_s(values: list[float], level: float) -> None:
    steps = np.array(values)
    ours = mean_interval(steps, level)
    low, high = student_interval(steps, level)
    assert ours.low <= low <= ours.mean + 1e-12
    assert ours.high >= high >= ours.mean - 1e-12
    if steps.std() > 1e-9:
        theirs = stats.ttest_1samp(steps, 0).confidence_interval(level)
        assert (low, high) == pytest.approx((theirs.low, theirs.high))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 0.5))
def test_equivalence_is_never_found_where_two_one_sided_tests_do_not(
    seed: int, margin: float
) -> None:
    steps = np.random.default_rng(seed).normal(0.05, 0.5, 60)
    ours = mean_interval(steps, 0.9).is_within(margin)
    p, *_ = ttost_paired(steps, np.zeros(60), -margin, margin)
    assert not ours or p < 0.05


def test_skewed_differences_are_covered_as_often_as_is_said() -> None:
    rng = np.random.default_rng(3)
    missed = student = 0
    for k in range(300):
        steps = np.where(rng.random(60) < 0.3, rng.exponential(size=60), 0.0) - 0.3
        ours = mean_interval(steps, 0.95, seed=k)
        missed += not ours.low <= 0 <= ours.high
        low, high = student_interval(steps, 0.95)
        student += not low <= 0 <= high
    assert missed / 300 <= 0.06 < student / 300


def test_equal_pairs_have_a_point_and_a_single_pair_has_no_interval() -> None:
    equal = mean_interval(np.zeros(30), 0.99)
    assert (equal.low, equal.high) == (0, 0)
    assert equal.is_within(1e-9)
    assert not equal.excludes_zero
    assert mean_interval(np.array([2.0]), 0.95).high == np.inf


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


def test_one_value_has_no_interval() -> None:
    assert bootstrap([2.0]).low == bootstrap([2.0]).high == 2.0


def test_holm_by_hand() -> None:
    # Sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1: 0.04, 0.06, 0.06, 0.04; then never falling.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_is_statsmodels_s(ps: list[float]) -> None:
    assert holm(ps) == pytest.approx(list(multipletests(ps, method="holm")[1]))
