from dataclasses import replace

import numpy as np
import pytest

from kinroute.bench.statistics import Interval, Paired, wilcoxon_p
from kinroute.bench.verdict import Comparison, headline, shown_p


def comparison(
    p: float,
    effect: float,
    *,
    is_beyond_distance: bool = True,
    question: str = "q",
    pairs: int = 40,
    **changes: object,
) -> Comparison:
    test = Paired(
        pairs=pairs,
        difference=Interval(mean=effect / 10, low=-0.2, high=0.2),
        better=10,
        worse=12,
        p=p / 3,
        effect=effect,
        detectable=0.05,
    )
    test = replace(test, **changes)  # type: ignore[arg-type]
    return Comparison(
        arm="a",
        against="b",
        question=question,
        differences=1,
        is_beyond_distance=is_beyond_distance,
        test=test,
        p=p,
        tests=4,
    )


@pytest.mark.parametrize(
    ("p", "effect", "is_beyond_distance", "word"),
    [
        (0.01, -0.4, True, "helps"),
        (0.01, 0.4, True, "hurts"),
        (0.20, -0.4, True, "overkill"),
        (0.05, -0.4, True, "overkill"),
        (0.20, 0.4, False, "makes no difference"),
        (0.01, -0.4, False, "helps"),
    ],
)
def test_the_word_follows_the_test(
    p: float, effect: float, is_beyond_distance: bool, word: str
) -> None:
    assert comparison(p, effect, is_beyond_distance=is_beyond_distance).verdict == word


def test_a_sentence_tells_its_figures() -> None:
    sentence = comparison(0.2, -0.4).sentence
    for figure in (
        "-0.040",
        "p = 0.200",
        "10 better and 12 worse of 40",
        "80 % power: 0.060 points",
    ):
        assert figure in sentence
    assert "No significant gain over distance" in sentence
    assert shown_p(1e-9) == "< 0.001"


def test_the_headline_answers_the_title() -> None:
    nothing = comparison(0.5, -0.1)
    helps, hurts = comparison(0.01, -0.4, question="x by y"), comparison(0.01, 0.4, question="z")
    assert headline([comparison(0.01, -0.4, is_beyond_distance=False)]) is None
    assert str(headline([nothing])).startswith("Overkill: ")
    assert headline([nothing, helps]) == "Not overkill: x by y helps significantly."
    assert "But z hurts" in str(headline([hurts, helps]))
    assert str(headline([nothing, hurts])).startswith("Worse than overkill: z hurts")


def test_too_few_pairs_are_told_as_such() -> None:
    always_better = np.arange(1.0, 10.0)
    for pairs in range(2, 9):
        p = 4 * wilcoxon_p(-always_better[:pairs])  # as Holm corrects the lowest of four
        one = comparison(p, -1.0, pairs=pairs)
        assert one.pairs_needed == 8
        assert (one.verdict == "helps") == (pairs >= one.pairs_needed)
        assert ("use 8 instances or more" in one.sentence) == (pairs < 8)
    few = comparison(1.0, -1.0, pairs=7)
    assert str(headline([few])).startswith("Overkill so far, but")
    assert str(headline([few, comparison(1.0, -1.0)])).startswith("Overkill: ")


def test_ranks_against_the_mean_are_no_gain() -> None:
    torn = comparison(0.01, -0.4, difference=Interval(mean=0.1, low=-0.2, high=0.4))
    assert torn.verdict == "overkill"
    assert "Significantly many pairs are better, but not the mean" in torn.sentence


def test_pairs_that_are_equal_show_nothing() -> None:
    assert comparison(1.0, 0.0, better=0, worse=0).sentence.endswith("All pairs are equal.")
    few = comparison(1.0, 0.0, better=3, worse=1).sentence
    assert few.endswith("Only 4 pairs differ; it takes 8 to show anything.")
    equal = comparison(1.0, 0.0, better=3, worse=1)
    assert "nearly all pairs are equal" in str(headline([equal]))


def test_what_pairs_can_show_is_less_with_more_tests() -> None:
    alone = replace(comparison(0.5, -0.1), tests=1)
    assert alone.detectable == pytest.approx(0.05)
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(400):  # the mean difference that 60 pairs with four tests should show
        steps = rng.normal(0, 1, 60)
        shift = replace(alone, tests=4).detectable / 0.05 * 2.802 / np.sqrt(60)
        seen += 4 * wilcoxon_p(steps - shift) < 0.05
    assert seen / 400 == pytest.approx(0.8, abs=0.07)
