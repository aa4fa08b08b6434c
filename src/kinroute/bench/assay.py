"""What an assay can tell: is an operator sensitive to what steers it, and is a network overkill?

Random relatedness is the negative control. Where it is worse than distance, the operator uses
relatedness, and a verdict on a network means something. Where it is equivalent to distance, nothing
that steers this operator matters. Where neither is shown, the assay is too small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kinroute.bench.verdict import EQUIVALENT, HELPS, HURTS, INCONCLUSIVE, Comparison

Sensitivity = Literal["sensitive", "insensitive", "too small", "no control"]

OVERKILL = "overkill"
NO_VERDICT = "no verdict"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assay:
    """The comparisons about one operator, against the same counterpart."""

    operators: str
    control: Comparison | None
    """Random relatedness against distance."""
    oracle: Comparison | None
    """The edges of a known solution against distance."""
    learned: tuple[Comparison, ...]

    @property
    def sensitivity(self) -> Sensitivity:
        """What a verdict about this operator can mean."""
        if self.control is None:
            return "no control"
        if self.control.verdict in (HELPS, HURTS):
            return "sensitive"
        return "insensitive" if self.control.verdict == EQUIVALENT else "too small"

    @property
    def is_decided(self) -> bool:
        """Whether its control and all that is learned are decided."""
        return all(one.is_decided for one in (self.control, *self.learned) if one is not None)

    @property
    def finding(self) -> str:
        """The sensitivity in a sentence."""
        name = self.operators[0].upper() + self.operators[1:]
        if self.control is None:
            return f"{name}: no random control, so it is not known whether relatedness matters here"
        match self.sensitivity:
            case "sensitive":
                which = "worse" if self.control.verdict == HURTS else "better"
                text = f"sensitive: random relatedness is {which} than distance"
            case "insensitive":
                text = (
                    "insensitive: random relatedness is equivalent to distance within "
                    f"±{self.control.margin:g} points, so what steers this operator does not matter"
                )
            case _:
                text = f"the assay is too small. {self.control.reservation.rstrip('.')}"
        return f"{name}: {text}{self._oracle_finding}"

    @property
    def _oracle_finding(self) -> str:
        if self.oracle is None:
            return ""
        if self.oracle.verdict == INCONCLUSIVE:
            return "; for the oracle (edges of the best known solution) it is inconclusive"
        if self.oracle.verdict == EQUIVALENT:
            return "; even the oracle (edges of the best known solution) is equivalent to distance"
        return f"; the oracle (edges of the best known solution) {self.oracle.verdict}"

    def word(self, comparison: Comparison) -> str:
        """The word of a learned relatedness, given what the assay can tell.

        A significant difference speaks for itself; equivalence is overkill only where the operator
        is known to use relatedness, and is no verdict where that is not known.
        """
        word = comparison.verdict
        if word in (HELPS, HURTS):
            return word
        if self.sensitivity == "too small":
            return NO_VERDICT
        is_overkill = word == EQUIVALENT and self.sensitivity == "sensitive"
        return f"{EQUIVALENT}: {OVERKILL}" if is_overkill else word


def assays(comparisons: Sequence[Comparison]) -> list[Assay]:
    """One for each operator and counterpart of a learned relatedness, in the order given."""
    keys = dict.fromkeys((c.operators, c.against) for c in comparisons if c.role == "learned")
    return [_assay(comparisons, *key) for key in keys]


def assay_of(comparison: Comparison, comparisons: Sequence[Comparison]) -> Assay:
    """The assay that a comparison belongs to."""
    return _assay(comparisons, comparison.operators, comparison.against)


def _assay(comparisons: Sequence[Comparison], operators: str, against: str) -> Assay:
    alike = [c for c in comparisons if (c.operators, c.against) == (operators, against)]
    return Assay(
        operators=operators,
        control=next((c for c in alike if c.role == "random"), None),
        oracle=next((c for c in alike if c.role == "oracle"), None),
        learned=tuple(c for c in alike if c.role == "learned"),
    )


def headline(comparisons: Sequence[Comparison]) -> str | None:
    """The answer to the paper's title; None where no arm is steered by something learned."""
    judged = [(one, assay) for assay in assays(comparisons) for one in assay.learned]
    if not judged:
        return None
    by_word: dict[str, list[Comparison]] = {}
    for one, assay in judged:
        word = assay.word(one)
        key = "insensitive" if _is_pointless(word, assay) else word
        by_word.setdefault(key, []).append(one)
    return " ".join(
        sentence.format(_listed(by_word[key], by_word))
        for key, sentence in _SENTENCES.items()
        if key in by_word
    )


_SENTENCES = {
    HELPS: "Not overkill: {} helps.",
    HURTS: "Worse than distance: {} hurts.",
    f"{EQUIVALENT}: {OVERKILL}": "Overkill: {} is equivalent to distance.",
    EQUIVALENT: "Equivalent to distance: {}; without a random control, whether relatedness matters "
    "there at all is not shown.",
    "insensitive": "No verdict on {}: there random relatedness is as good as distance.",
    INCONCLUSIVE: "Inconclusive: {}.",
    NO_VERDICT: "No verdict: {}; the assay is too small.",
}


def _is_pointless(word: str, assay: Assay) -> bool:
    return assay.sensitivity == "insensitive" and word in (EQUIVALENT, INCONCLUSIVE)


def _listed(alike: list[Comparison], by_word: dict[str, list[Comparison]]) -> str:
    """The questions; with the arms where a question has several answers."""
    answers = Counter(question for c in by_word.values() for question in {o.question for o in c})
    return ", ".join(
        dict.fromkeys(
            one.question if answers[one.question] == 1 else f"{one.question} ({one.arm})"
            for one in alike
        )
    )
