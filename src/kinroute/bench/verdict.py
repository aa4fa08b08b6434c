"""The verdict of a comparison: helps, hurts, overkill, or makes no difference."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from kinroute.bench.statistics import SIGNIFICANT, Paired

HELPS, HURTS, OVERKILL, SAME = "helps", "hurts", "overkill", "makes no difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A test of an arm against another one, corrected for all tests of the report."""

    arm: str
    against: str
    question: str
    differences: int
    """In how many ways the two differ: local search, crossover, settings."""
    is_beyond_distance: bool
    """Whether the arm uses another relatedness where the other one uses distance."""
    test: Paired
    p: float
    """Holm-corrected."""
    tests: int = 1
    """The number of tests that it is corrected for."""

    @property
    def verdict(self) -> str:
        """One of the four words."""
        if self.p < SIGNIFICANT and not self.is_contradictory:
            return HELPS if self.test.effect < 0 else HURTS
        return OVERKILL if self.is_beyond_distance else SAME

    @property
    def is_contradictory(self) -> bool:
        """Whether ranks and mean differ in sign."""
        return self.test.effect * self.test.difference.mean <= 0

    @property
    def detectable(self) -> float:
        """The mean difference that is detected with 80 % power, given pairs and tests."""
        normal = NormalDist()
        power = normal.inv_cdf(0.8)
        alone, together = (
            normal.inv_cdf(1 - SIGNIFICANT / 2 / tests) + power for tests in (1, self.tests)
        )
        return self.test.detectable * together / alone

    @property
    def differing(self) -> int:
        """The number of pairs that are not equal."""
        return self.test.better + self.test.worse

    @property
    def pairs_needed(self) -> int:
        """With fewer pairs not even a gain in all of them is significant: p ≥ 2 / 2ⁿ."""
        return math.floor(math.log2(2 * self.tests / SIGNIFICANT)) + 1

    @property
    def sentence(self) -> str:
        """The verdict with its figures."""
        test, mean = self.test, self.test.difference
        figures = (
            f"The gap changes by {mean.mean:+.3f} points (95 % between {mean.low:+.3f} and "
            f"{mean.high:+.3f}), Holm-corrected p {shown_p(self.p)}, effect {test.effect:+.2f}, "
            f"{test.better} better and {test.worse} worse of {test.pairs} pairs"
        )
        ending = {
            HELPS: "A significant gain.",
            HURTS: "A significant loss.",
            OVERKILL: "No significant gain over distance.",
            SAME: "No significant difference.",
        }[self.verdict]
        return f"{figures}. {ending}{self._power}"

    @property
    def _power(self) -> str:
        """What these pairs could have shown, where nothing is significant."""
        differ = self.differing
        if self.verdict in (HELPS, HURTS):
            return ""
        if self.p < SIGNIFICANT:
            most = "better" if self.test.effect < 0 else "worse"
            return f" Significantly many pairs are {most}, but not the mean."
        if differ == 0:
            return " All pairs are equal."
        if self.test.pairs < self.pairs_needed:
            return f" Too few pairs to show anything: use {self.pairs_needed} instances or more."
        if differ < self.pairs_needed:
            return f" Only {differ} pairs differ; it takes {self.pairs_needed} to show anything."
        return f" Detectable with 80 % power: {self.detectable:.3f} points."

    @property
    def line(self) -> str:
        """The same, shorter."""
        mean = self.test.difference
        return (
            f"{self.arm} against {self.against}: {self.verdict}, {mean.mean:+.3f} points "
            f"({mean.low:+.3f} to {mean.high:+.3f}), p {shown_p(self.p)}"
        )


def headline(comparisons: list[Comparison]) -> str | None:
    """The answer to the paper's title; None where no arm goes beyond distance."""
    beyond = [comparison for comparison in comparisons if comparison.is_beyond_distance]
    if not beyond:
        return None
    helping = _questions(beyond, HELPS)
    hurting = _questions(beyond, HURTS)
    if helping:
        return f"Not overkill: {helping} helps significantly." + (
            f" But {hurting} hurts." if hurting else ""
        )
    if hurting:
        return f"Worse than overkill: {hurting} hurts, and nothing gains over distance."
    needed = min(comparison.pairs_needed for comparison in beyond)
    if max(comparison.test.pairs for comparison in beyond) < needed:
        return (
            "Overkill so far, but with so few instances nothing can be significant: "
            f"use {needed} or more."
        )
    if max(comparison.differing for comparison in beyond) < needed:
        return (
            "Overkill so far, but nearly all pairs are equal: either this ranks as distance does, "
            "or it takes harder instances or shorter runs to tell."
        )
    return "Overkill: nothing that goes beyond distance gains significantly over it."


def _questions(comparisons: list[Comparison], word: str) -> str:
    return ", ".join(dict.fromkeys(c.question for c in comparisons if c.verdict == word))


def shown_p(p: float) -> str:
    """A p-value for a sentence."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"
