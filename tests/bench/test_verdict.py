from dataclasses import replace

import numpy as np
import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.statistics import Interval, Paired, wilcoxon_p
from kinroute.bench.verdict import Comparison, headline, question, shown_p, twin


def plain(*, label: str = "", **settings: object) -> dict:
    arm = Arm(label=label, **settings)  # type: ignore[arg-type]
    return arm.content | {"label": arm.label}


def comparison(
    p: float,
    effect: float,
    *,
    is_learned: bool = True,
    asked: str = "q",
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
        question=asked,
        differences=1,
        is_learned=is_learned,
        test=test,
        p=p,
        tests=4,
    )


@pytest.mark.parametrize(
    ("p", "effect", "is_learned", "word"),
    [
        (0.01, -0.4, True, "helps"),
        (0.01, 0.4, True, "hurts"),
        (0.20, -0.4, True, "overkill"),
        (0.05, -0.4, True, "overkill"),
        (0.20, 0.4, False, "makes no difference"),
        (0.01, -0.4, False, "helps"),
    ],
)
def test_the_word_follows_the_test(p: float, effect: float, is_learned: bool, word: str) -> None:
    assert comparison(p, effect, is_learned=is_learned).verdict == word


def test_a_sentence_tells_its_figures() -> None:
    sentence = comparison(0.2, -0.4).sentence
    for figure in ("-0.040", "p = 0.200", "10 better and 12 worse of 40", "0.060 points"):
        assert figure in sentence
    assert "No significant gain over distance" in sentence
    assert shown_p(1e-9) == "< 0.001"


def test_the_headline_answers_the_title() -> None:
    nothing = comparison(0.5, -0.1)
    helps, hurts = comparison(0.01, -0.4, asked="x by y"), comparison(0.01, 0.4, asked="z")
    assert headline([comparison(0.01, -0.4, is_learned=False)]) is None
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


def test_the_twin_goes_by_distance_and_is_alike_otherwise() -> None:
    arms = [
        plain(method="D-O", granularity=15),
        plain(method="D-D", granularity=15),
        plain(method="D-D", granularity=20),
        plain(method="fragment", granularity=15),
    ]
    learned = plain(method="N-N", model="m", granularity=15)
    assert twin(learned, arms) == arms[1]
    assert twin(plain(method="D-N", model="m", granularity=20), arms) == arms[2]
    assert twin(plain(method="N-O", model="m", granularity=15), arms) == arms[0]
    assert twin(plain(method="D-D", crossover="fusion", granularity=15), arms) == arms[1]
    assert twin(plain(method="N-O", model="m", granularity=30), arms) is None
    assert twin(arms[1], arms) is None
    assert twin(arms[3], arms) is None


def test_a_question_names_what_differs() -> None:
    base, related = plain(method="D-O"), plain(method="D-D")
    both = plain(method="N-N", model="light-2", optimistic=True)
    assert question(related, base) == "crossover by distance instead of OX"
    assert question(both, related) == (
        "both operators by light-2 (its time left out) instead of distance"
    )
    assert question(plain(method="fragment-random"), plain(method="fragment")) == (
        "crossover by fragments from anywhere instead of the fragment crossover"
    )
    assert question(plain(method="D-O", granularity=5), plain(method="D-O", granularity=9)) == (
        "Γ 5 instead of 9"
    )
    assert question(plain(method="auto"), base) == "`auto` instead of D-O"
    odd = plain(method="D-O", config=(("elite", 2),), label="odd")
    assert question(odd, base) == "odd instead of D-O"


def test_an_arm_without_gamma_has_the_usual_one() -> None:
    plain_arm, given = plain(method="D-D"), plain(method="D-N", model="m", granularity=15)
    assert twin(given, [plain(method="D-D", granularity=20), plain_arm]) == plain_arm
    assert question(given, plain_arm) == "crossover by m instead of distance"
    other = plain(method="D-N", model="m", granularity=20)
    assert question(other, plain_arm).endswith("and Γ 20 instead of 15")
