"""All comparisons of a report, corrected together: one family of tests."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kinroute.bench.arm import Arm
from kinroute.bench.looks import Look, looks
from kinroute.bench.questions import compared_arms, differences, operators, question, role
from kinroute.bench.statistics import (
    SIGNIFICANT,
    Paired,
    holm,
    mcnemar_p,
    mean_interval,
    paired,
)
from kinroute.bench.verdict import Comparison, Solved

if TYPE_CHECKING:
    from kinroute.bench.results import Results

_ArmPair = tuple[Arm, Arm]
_MARGIN = 0.1
"""The margin of equivalence, in points, where best known costs are unknown."""
_MARGIN_SHARE = 0.1
"""The same as a share of the counterpart's mean gap, where they are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tests:
    """The uncorrected tests of a pair of arms."""

    gap: Paired
    counts: tuple[int, int] | None
    """Instances solved to optimality more often by one arm, and by the other."""
    is_complete: bool
    """Whether no run of the look is missing."""

    @property
    def ps(self) -> list[float]:
        return [self.gap.p, *([mcnemar_p(*self.counts)] if self.counts is not None else [])]


def comparisons(results: Results) -> list[Comparison]:
    """Every pair of arms that the campaign compares, by the first look that decides it."""
    pairs = compared_arms(results.campaign, results.arms)
    family = len(pairs) * (1 if results.unknown else 2)
    found: dict[int, Comparison] = {}
    for look in looks(results.campaign.looks, results.digests):
        open_pairs = {k: pair for k, pair in enumerate(pairs) if not _is_decided(found.get(k))}
        tested = {k: _tests(results, pair, look) for k, pair in open_pairs.items()}
        tested = {k: tests for k, tests in tested.items() if tests.gap.pairs}
        if found and not any(tests.is_complete for tests in tested.values()):
            break
        for k, corrected in _corrected(tested, family, look.alpha).items():
            made = _comparison(results, pairs[k], tested[k], corrected, look.alpha / family)
            found[k] = found.get(k, made) if not made.is_complete else made
    return [found[k] for k in sorted(found)]


def _is_decided(comparison: Comparison | None) -> bool:
    return comparison is not None and comparison.is_decided


def _tests(results: Results, pair: _ArmPair, look: Look) -> _Tests:
    one, other = (
        {(r.instance_digest, r.seed): r for r in results.by_arm[arm.label]} for arm in pair
    )
    both = sorted(key for key in one.keys() & other.keys() if key[0] in look.instances)
    gaps: dict[str, list[tuple[float, float]]] = defaultdict(list)
    solved: dict[str, int] = defaultdict(int)
    for key in both:
        if one[key].feasible and other[key].feasible:
            gaps[key[0]].append((results.gap(one[key]), results.gap(other[key])))
        solved[key[0]] += results.is_optimal(one[key]) - results.is_optimal(other[key])
    signs = list(solved.values())
    return _Tests(
        gap=paired(*(_means(list(gaps.values()), side) for side in (0, 1))),
        counts=None if results.unknown else (sum(s > 0 for s in signs), sum(s < 0 for s in signs)),
        is_complete=len(both) == len(look.instances) * len(results.campaign.seeds),
    )


def _means(gaps: Sequence[Sequence[tuple[float, float]]], side: int) -> list[float]:
    """Per instance the mean gap over the seeds that both arms have."""
    return [math.fsum(pair[side] for pair in pairs) / len(pairs) for pairs in gaps]


def _corrected(tested: dict[int, _Tests], family: int, alpha: float) -> dict[int, list[float]]:
    """By pair its p values, corrected for the family and for the looks.

    Tests without data count as not rejected, which is conservative.
    """
    flat = [p for tests in tested.values() for p in tests.ps]
    missing = [1.0] * (family - len(flat))
    corrected = iter(min(1.0, p * SIGNIFICANT / alpha) for p in holm([*flat, *missing]))
    return {k: [next(corrected) for _ in tests.ps] for k, tests in tested.items()}


def _comparison(
    results: Results, pair: _ArmPair, tests: _Tests, corrected: list[float], tail: float
) -> Comparison:
    arm, other = pair
    solved = None
    if tests.counts is not None:
        solved = Solved(only_arm=tests.counts[0], only_other=tests.counts[1], p=corrected[1])
    return Comparison(
        arm=arm.label,
        against=other.label,
        question=question(arm, other),
        operators=operators(arm, other),
        differences=differences(arm, other),
        role=role(arm, other),
        test=tests.gap,
        p=corrected[0],
        interval=mean_interval(tests.gap.steps, 1 - tail),
        level=1 - tail,
        margin=_margin(results, other),
        solved=solved,
        is_complete=tests.is_complete or not results.campaign.looks,
    )


def _margin(results: Results, other: Arm) -> float:
    if results.campaign.margin is not None:
        return results.campaign.margin
    gaps = results.mean_gaps(other.label).values()
    mean = math.fsum(gaps) / len(gaps) if gaps and not results.unknown else 0.0
    return float(f"{_MARGIN_SHARE * mean:.2g}") or _MARGIN
