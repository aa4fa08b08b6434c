from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.bench.statistics import Interval, mean_interval, paired
from kinroute.bench.verdict import Comparison, Role, Solved, shown_level, shown_p


def comparison(
    low: float = -0.2,
    high: float = 0.2,
    *,
    p: float = 0.5,
    role: Role = "learned",
    question: str = "q",
    operators: str = "crossover",
    pairs: int = 40,
    ranks: float | None = None,
    arm: str = "a",
    solved: Solved | None = None,
) -> Comparison:
    """A comparison with an interval; `ranks` is the effect where it disagrees with the mean."""
    mean = (low + high) / 2
    rng = np.random.default_rng(1)
    steps = rng.normal(mean, 0.3, pairs)
    test = paired(steps, np.zeros(pairs))
    return Comparison(
        arm=arm,
        against="b",
        question=question,
        operators=operators,
        differences=1,
        role=role,
        test=replace(test, effect=mean if ranks is None else ranks),
        p=p,
        interval=Interval(mean=mean, low=low, high=high),
        margin=0.1,
        solved=solved,
    )


@pytest.mark.parametrize(
    ("low", "high", "p", "word"),
    [
        (-0.4, -0.1, 0.01, "helps"),
        (0.1, 0.4, 0.01, "hurts"),
        (-0.09, 0.09, 0.5, "equivalent"),
        (-0.09, -0.01, 0.01, "equivalent"),
        (-0.4, 0.1, 0.5, "inconclusive"),
        (-0.4, -0.1, 0.06, "inconclusive"),
        (-0.4, 0.01, 0.01, "inconclusive"),
        (-0.055, -0.001, 0.07, "equivalent"),
        (-0.155, -0.001, 0.07, "inconclusive"),
    ],
)
def test_the_word_follows_test_and_interval(low: float, high: float, p: float, word: str) -> None:
    assert comparison(low, high, p=p).verdict == word


@given(st.floats(-1, 1), st.floats(0, 1), st.floats(0, 1), st.floats(-1, 1), st.integers(2, 40))
def test_no_word_contradicts_its_interval(
    low: float, width: float, p: float, ranks: float, pairs: int
) -> None:
    one = comparison(low, low + width, p=p, ranks=ranks, pairs=pairs)
    if one.verdict == "helps":
        assert one.interval.high < 0
    if one.verdict == "hurts":
        assert one.interval.low > 0
    if one.verdict == "equivalent":
        assert -0.1 < one.interval.low <= one.interval.high < 0.1


def test_ranks_against_the_mean_are_no_gain() -> None:
    torn = comparison(-0.4, -0.1, p=0.01, ranks=0.3)
    assert torn.verdict == "inconclusive"
    assert "Significantly many pairs are worse, but not the mean" in torn.sentence


def test_solved_counts_decide_where_the_gap_does_not() -> None:
    fewer = Solved(only_arm=2, only_other=18, p=0.01)
    assert comparison(solved=fewer).verdict == "hurts"
    assert comparison(-0.05, 0.05, solved=fewer).verdict == "hurts"
    assert "solved to optimality, not by the gap" in comparison(solved=fewer).reservation
    torn = comparison(-0.4, -0.1, p=0.01, solved=fewer)
    assert torn.verdict == "inconclusive"
    assert "disagree" in torn.reservation
    chance = Solved(only_arm=2, only_other=5, p=0.6)
    assert comparison(-0.05, 0.05, solved=chance).verdict == "equivalent"
    assert "by b on 5 instances, p = 0.600" in comparison(solved=chance).figures


def test_a_sentence_has_its_figures_and_its_reservation() -> None:
    open_one = comparison(-0.3, 0.2)
    for figure in ("-0.050", "95 % between -0.300 and +0.200", "p = 0.500", "of 40 pairs"):
        assert figure in open_one.sentence
    assert "it would take about" in open_one.sentence
    assert "within ±0.1 points" in comparison(-0.05, 0.05).sentence
    assert "significant, but smaller than that" in comparison(-0.09, -0.01, p=0.01).sentence
    assert "other sizes and times may differ" in comparison(0.1, 0.3, p=0.01).line
    assert shown_p(1e-9) == "< 0.001"
    assert shown_level(1 - 0.05 / 16) == "99.69 %"


def test_too_few_pairs_show_nothing() -> None:
    few = comparison(-0.01, 0.01, pairs=5)
    assert few.verdict == "inconclusive"
    assert few.reservation == "Too few pairs to show anything: use 6 instances or more."


def test_runs_that_are_missing_leave_it_open() -> None:
    early = replace(comparison(0.2, 0.4, p=0.001), is_complete=False)
    assert early.verdict == "inconclusive"
    assert "once all runs of its next look are done" in early.reservation


def test_the_number_of_pairs_needed_falls_with_the_margin() -> None:
    steps = np.random.default_rng(2).normal(0, 0.3, 40)
    steps -= steps.mean()
    narrow = replace(
        comparison(), test=paired(steps, np.zeros(40)), interval=mean_interval(steps, 0.95)
    )
    wide = replace(narrow, margin=0.2)
    assert narrow.pairs_needed is not None
    assert wide.pairs_needed is not None
    assert wide.pairs_needed < narrow.pairs_needed
    assert wide.power > narrow.power
