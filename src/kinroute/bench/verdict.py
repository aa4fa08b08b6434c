"""The verdict of a comparison: helps, hurts, equivalent, or inconclusive."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kinroute.bench.power import detectable, fewest_pairs, pairs_needed, power
from kinroute.bench.statistics import SIGNIFICANT, Interval, Paired

Word = Literal["helps", "hurts", "equivalent", "inconclusive"]
Role = Literal["learned", "random", "oracle", "other"]
"""What the arm is steered by where the other one is steered by distance."""

HELPS: Word = "helps"
HURTS: Word = "hurts"
EQUIVALENT: Word = "equivalent"
INCONCLUSIVE: Word = "inconclusive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """Instances that one arm solves to optimality with more seeds than the other.

    With one seed these are the discordant pairs of McNemar's exact test.
    """

    only_arm: int
    only_other: int
    p: float
    """Corrected as that of the comparison."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison:
    """A test of an arm against another one, corrected for all tests and looks of the report."""

    arm: str
    against: str
    question: str
    operators: str
    """Which operators differ: "crossover", "local search", both, or "" where settings do."""
    differences: int
    """In how many ways the two differ: local search, crossover, settings."""
    role: Role
    test: Paired
    p: float
    """Holm-corrected, and corrected for the looks of a sequential design."""
    interval: Interval
    """Of the mean difference, at `level`."""
    level: float = 1 - SIGNIFICANT
    """Confidence level of the interval, Bonferroni-corrected for all tests of the family."""
    margin: float
    """Differences of the mean gap below this, in points, are equivalent."""
    solved: Solved | None = None
    """None where optima are unknown."""
    is_complete: bool = True
    """False while runs of a sequential design are missing: nothing is judged before."""

    @cached_property
    def verdict(self) -> Word:
        """One of the four words."""
        if not self.is_complete:
            return INCONCLUSIVE
        by_gap, by_count = self._by_gap, self._by_count
        if by_count is None or by_count == by_gap:
            return by_gap
        return by_count if by_gap in (EQUIVALENT, INCONCLUSIVE) else INCONCLUSIVE

    @property
    def _by_gap(self) -> Word:
        """By the mean gap. Ranks and mean must both show a difference, with the same sign."""
        if self.test.pairs < fewest_pairs(self.level):
            return INCONCLUSIVE
        if self.interval.is_within(self.margin):
            return EQUIVALENT
        is_shown = self.p < SIGNIFICANT and self.interval.excludes_zero
        if not is_shown or self.test.effect * self.interval.mean <= 0:
            return INCONCLUSIVE
        return HELPS if self.interval.mean < 0 else HURTS

    @property
    def _by_count(self) -> Word | None:
        """By the instances solved to optimality; None where that shows nothing."""
        if self.solved is None or self.solved.p >= SIGNIFICANT:
            return None
        return HELPS if self.solved.only_arm > self.solved.only_other else HURTS

    @property
    def is_decided(self) -> bool:
        """Whether the word is another one than inconclusive."""
        return self.verdict != INCONCLUSIVE

    @cached_property
    def detectable(self) -> float:
        """The minimum detectable effect: the mean difference shown with 80 % power."""
        return detectable(self.test.steps, level=self.level)

    @cached_property
    def power(self) -> float:
        """The probability that as many pairs, drawn from these, decide."""
        return power(self.test.steps, self.test.pairs, level=self.level, margin=self.margin)

    @cached_property
    def pairs_needed(self) -> int | None:
        """The number of pairs that would decide with 80 % power; None for more than 100,000."""
        return pairs_needed(self.test.steps, level=self.level, margin=self.margin)

    @property
    def sentence(self) -> str:
        """The figures and the reservation."""
        return f"{self.figures}. {self.reservation}"

    @property
    def figures(self) -> str:
        """The figures of the verdict."""
        test, at = self.test, self.interval
        solved = ""
        if self.solved is not None:
            solved = (
                f"; solved to optimality more often by {self.arm} on {self.solved.only_arm}, by "
                f"{self.against} on {self.solved.only_other} instances, "
                f"p {shown_p(self.solved.p)}"
            )
        return (
            f"The gap changes by {at.mean:+.3f} points ({shown_level(self.level)} between "
            f"{at.low:+.3f} and {at.high:+.3f}), p {shown_p(self.p)}, effect {test.effect:+.2f}, "
            f"{test.better} better and {test.worse} worse of {test.pairs} pairs{solved}"
        )

    @property
    def reservation(self) -> str:
        """What the word does not say."""
        word, at = self.verdict, self.interval
        if word == EQUIVALENT:
            small = ""
            if self.p < SIGNIFICANT and at.excludes_zero:
                better = "gain" if at.mean < 0 else "loss"
                small = f"; the {better} is significant, but smaller than that"
            return f"Equivalent within ±{self.margin:g} points{small}."
        if word == INCONCLUSIVE:
            return self._why_inconclusive
        if self._by_gap == word:
            return "Shown for these instances and this budget; other sizes and times may differ."
        return "Shown by the number of instances solved to optimality, not by the gap."

    @property
    def _why_inconclusive(self) -> str:
        """Why nothing is shown, and what it would take."""
        fewest = fewest_pairs(self.level)
        if not self.is_complete:
            return "The campaign is judged once all runs of its next look are done."
        if self.test.pairs < fewest:
            return f"Too few pairs to show anything: use {fewest} instances or more."
        if self._by_count is not None:
            return "The gap and the number of instances solved to optimality disagree."
        ranks = "better" if self.test.effect < 0 else "worse"
        torn = f"Significantly many pairs are {ranks}, but not the mean. "
        needed = self.pairs_needed
        takes = "more than 100,000" if needed is None else f"about {needed:,}"
        return (torn if self.p < SIGNIFICANT else "") + (
            f"Neither a difference nor equivalence within ±{self.margin:g} points is shown; it "
            f"would take {takes} instances for 80 % power, which is {self.power:.0%} now."
        )

    @property
    def line(self) -> str:
        """The same, shorter."""
        at = self.interval
        return (
            f"{self.arm} against {self.against}: {self.verdict}, {at.mean:+.3f} points "
            f"({at.low:+.3f} to {at.high:+.3f}), p {shown_p(self.p)}. {self.reservation}"
        )


def shown_p(p: float) -> str:
    """A p-value for a sentence."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def shown_level(level: float) -> str:
    """A confidence level for a sentence."""
    return f"{100 * level:.4g} %"
