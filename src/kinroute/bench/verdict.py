"""What a comparison means, in words: helps, hurts, or overkill."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from kinroute.bench.statistics import SIGNIFICANT, Paired

HELPS, HURTS, OVERKILL, SAME = "helps", "hurts", "overkill", "makes no difference"

_OPERATORS = {"local_search": "local search", "crossover": "crossover"}
_BY = {
    "distance": "distance",
    "heatmap": "the model",
    "ox": "OX",
    "fragment": "the fragment crossover",
    "fragment_random": "fragments from anywhere",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """An arm against another one, tested and corrected for all the tests of the report."""

    arm: str
    against: str
    question: str
    differences: int
    """In how many ways the two differ: either operator, the settings."""
    is_learned: bool
    """Whether only the arm, not the other one, looks beyond distance."""
    test: Paired
    p: float
    """Holm-corrected."""
    tests: int = 1
    """How many tests the correction is for."""

    @property
    def verdict(self) -> str:
        """One of the four words."""
        if self.p < SIGNIFICANT and not self.is_torn:
            return HELPS if self.test.effect < 0 else HURTS
        return OVERKILL if self.is_learned else SAME

    @property
    def is_torn(self) -> bool:
        """Whether most pairs say one thing and the mean another."""
        return self.test.effect * self.test.difference.mean <= 0

    @property
    def detectable(self) -> float:
        """The mean difference that so many pairs show four times in five, with so many tests."""
        normal = NormalDist()
        power = normal.inv_cdf(0.8)
        alone, together = (
            normal.inv_cdf(1 - SIGNIFICANT / 2 / tests) + power for tests in (1, self.tests)
        )
        return self.test.detectable * together / alone

    @property
    def differing(self) -> int:
        """How many pairs are not equal."""
        return self.test.better + self.test.worse

    @property
    def pairs_needed(self) -> int:
        """With fewer pairs not even a gain in all of them would be significant: p ≥ 2 / 2ⁿ."""
        return math.floor(math.log2(2 * self.tests / SIGNIFICANT)) + 1

    @property
    def sentence(self) -> str:
        """The verdict with the figures that it rests on."""
        test, mean = self.test, self.test.difference
        figures = (
            f"The gap changes by {mean.mean:+.3f} points (95 % between {mean.low:+.3f} and "
            f"{mean.high:+.3f}), Holm-corrected p {shown_p(self.p)}, effect {test.effect:+.2f}, "
            f"{test.better} better and {test.worse} worse of {test.pairs} pairs"
        )
        ending = {
            HELPS: "A real gain.",
            HURTS: "A real loss.",
            OVERKILL: "No significant gain over distance.",
            SAME: "No significant difference.",
        }[self.verdict]
        return f"{figures}. {ending}{self._reach}"

    @property
    def _reach(self) -> str:
        """What these pairs could have shown, where they show nothing."""
        differ = self.differing
        if self.verdict in (HELPS, HURTS):
            return ""
        if self.p < SIGNIFICANT:
            most = "better" if self.test.effect < 0 else "worse"
            return f" Significantly many pairs are {most}, but not the mean."
        if differ == 0:
            return " All pairs are equal."
        if self.test.pairs < self.pairs_needed:
            return f" So few pairs show nothing: use {self.pairs_needed} instances or more."
        if differ < self.pairs_needed:
            return f" Only {differ} pairs differ; it takes {self.pairs_needed} to show anything."
        return f" So many pairs would have shown {self.detectable:.3f} points."

    @property
    def line(self) -> str:
        """The same for a list of many."""
        mean = self.test.difference
        return (
            f"{self.arm} against {self.against}: {self.verdict}, {mean.mean:+.3f} points "
            f"({mean.low:+.3f} to {mean.high:+.3f}), p {shown_p(self.p)}"
        )


def headline(comparisons: list[Comparison]) -> str | None:
    """The answer to the question of the paper's title; None where nothing goes beyond distance."""
    learned = [comparison for comparison in comparisons if comparison.is_learned]
    if not learned:
        return None
    helping = _questions(learned, HELPS)
    hurting = _questions(learned, HURTS)
    if helping:
        return f"Not overkill: {helping} helps significantly." + (
            f" But {hurting} hurts." if hurting else ""
        )
    if hurting:
        return f"Worse than overkill: {hurting} hurts, and nothing gains over distance."
    needed = min(comparison.pairs_needed for comparison in learned)
    if max(comparison.test.pairs for comparison in learned) < needed:
        return (
            "Overkill so far, but with so few instances nothing can be significant: "
            f"use {needed} or more."
        )
    if max(comparison.differing for comparison in learned) < needed:
        return (
            "Overkill so far, but nearly all pairs are equal: either this says what distance says, "
            "or it takes harder instances or less time to tell."
        )
    return "Overkill: nothing that goes beyond distance gains significantly over it."


def _questions(comparisons: list[Comparison], word: str) -> str:
    asked = dict.fromkeys(c.question for c in comparisons if c.verdict == word)
    return ", ".join(asked)


def shown_p(p: float) -> str:
    """A probability as people read it."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def twin(arm: dict[str, Any], arms: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The arm that differs only in going by distance wherever this one goes by something else."""
    local, cross = steered_by(arm)
    wanted = (
        "distance",
        cross if cross in ("ox", "fragment", "fragment_random") else "distance",
    )
    if (local, cross) == wanted:
        return None
    for other in arms:
        same = gamma_of(other) == gamma_of(arm) and other["config"] == arm["config"]
        if same and steered_by(other) == wanted and other["method"] != "auto":
            return other
    return None


def steered_by(arm: dict[str, Any]) -> tuple[str, str]:
    """What steers local search and crossover of an arm in plain values."""
    from kinroute.search.config import METHODS

    method = METHODS[arm["method"]]
    return arm["local_search"] or method.local_search, arm["crossover"] or method.crossover


def gamma_of(arm: dict[str, Any]) -> int | None:
    """The Γ of an arm, where it does not depend on the instance as that of `auto` does."""
    from kinroute.search.config import SearchConfig

    if arm["granularity"] is not None or arm["method"] == "auto":
        given: int | None = arm["granularity"]
        return given
    return int(arm["config"].get("granularity", SearchConfig().granularity))


def differences(arm: dict[str, Any], other: dict[str, Any]) -> int:
    """In how many ways two arms differ."""
    operators = zip(steered_by(arm), steered_by(other), strict=True)
    settings = bool(arm["config"] != other["config"])
    return sum(one != two for one, two in operators) + settings


def question(arm: dict[str, Any], other: dict[str, Any]) -> str:
    """What the comparison of two arms asks: which operator goes by what instead of what."""
    parts = []
    for name, one, two in zip(_OPERATORS, steered_by(arm), steered_by(other), strict=True):
        if one != two:
            parts.append(
                f"{_OPERATORS[name]} by {_named(one, arm)} instead of {_named(two, other)}"
            )
    if len(parts) == 2:
        (one, _), (two, _) = (map(str, steered_by(side)) for side in (arm, other))
        if steered_by(arm) == (one, one) and steered_by(other) == (two, two):
            parts = [f"both operators by {_named(one, arm)} instead of {_named(two, other)}"]
    if arm["config"] != other["config"] and parts:
        parts.append("other settings")
    if gamma_of(arm) != gamma_of(other):
        parts.append(f"Γ {gamma_of(arm)} instead of {gamma_of(other)}")
    if arm["method"] == "auto":
        parts = ["`auto` instead of " + other["label"]]
    return " and ".join(parts) or f"{arm['label']} instead of {other['label']}"


def _named(by: str, arm: dict[str, Any]) -> str:
    if by == "heatmap":
        return f"{arm['model']}" + (" (its time left out)" if arm["optimistic"] else "")
    return _BY.get(by, by)
