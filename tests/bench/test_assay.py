import pytest

from kinroute.bench.assay import assay_of, assays, headline
from kinroute.bench.verdict import Comparison, Role
from tests.bench.test_verdict import comparison

BOUNDS = {
    "helps": (-0.4, -0.2),
    "hurts": (0.2, 0.4),
    "equivalent": (-0.05, 0.05),
    "inconclusive": (-0.3, 0.2),
}


def by(role: Role, word: str, operators: str = "crossover") -> Comparison:
    p = 0.001 if word in ("helps", "hurts") else 0.5
    question = f"{operators} by {role}"
    found = comparison(*BOUNDS[word], p=p, role=role, question=question, operators=operators)
    assert found.verdict == word
    return found


@pytest.mark.parametrize(
    ("random", "learned", "sensitivity", "word"),
    [
        ("hurts", "helps", "sensitive", "helps"),
        ("hurts", "hurts", "sensitive", "hurts"),
        ("hurts", "equivalent", "sensitive", "equivalent: overkill"),
        ("hurts", "inconclusive", "sensitive", "inconclusive"),
        ("helps", "equivalent", "sensitive", "equivalent: overkill"),
        ("equivalent", "equivalent", "insensitive", "equivalent"),
        ("equivalent", "inconclusive", "insensitive", "inconclusive"),
        ("equivalent", "helps", "insensitive", "helps"),
        ("inconclusive", "equivalent", "too small", "no verdict"),
        ("inconclusive", "inconclusive", "too small", "no verdict"),
        ("inconclusive", "hurts", "too small", "hurts"),
        (None, "equivalent", "no control", "equivalent"),
    ],
)
def test_a_word_is_said_only_where_the_assay_can_tell(
    random: str | None, learned: str, sensitivity: str, word: str
) -> None:
    found = [by("learned", learned), *([by("random", random)] if random else [])]
    (assay,) = assays(found)
    assert assay.sensitivity == sensitivity
    assert assay.word(found[0]) == word
    answer = str(headline(found))
    is_said = answer.startswith("Overkill: ")
    assert is_said == (word == "equivalent: overkill")
    assert ("No verdict" in answer) == (
        word == "no verdict" or (sensitivity == "insensitive" and learned != "helps")
    )


def test_operators_are_judged_apart() -> None:
    found = [
        by("learned", "equivalent"),
        by("random", "hurts"),
        by("learned", "equivalent", "local search"),
        by("random", "equivalent", "local search"),
    ]
    crossover, search = assays(found)
    assert crossover.word(crossover.learned[0]) == "equivalent: overkill"
    assert search.finding.startswith("Local search: insensitive: random relatedness is equivalent")
    assert headline(found) == (
        "Overkill: crossover by learned is equivalent to distance. No verdict on local search by "
        "learned: there random relatedness is as good as distance."
    )


def test_the_oracle_is_a_positive_control() -> None:
    found = [by("learned", "equivalent"), by("random", "hurts"), by("oracle", "helps")]
    assert assay_of(found[0], found).finding.endswith(
        "; the oracle (edges of the best known solution) helps"
    )
    open_one = [by("learned", "equivalent"), by("random", "hurts"), by("oracle", "inconclusive")]
    (assay,) = assays(open_one)
    assert assay.is_decided
    assert assay.finding.endswith("it is inconclusive")


def test_an_assay_that_is_too_small_says_how_large_it_must_be() -> None:
    found = [by("learned", "hurts"), by("random", "inconclusive")]
    (assay,) = assays(found)
    assert not assay.is_decided
    assert "it would take about" in assay.finding


def test_what_is_not_learned_has_no_headline() -> None:
    assert headline([by("other", "helps"), by("random", "hurts")]) is None
