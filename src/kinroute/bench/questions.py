"""Which arms are compared, and the question that a comparison answers."""

from __future__ import annotations

from collections.abc import Sequence

from kinroute.bench.arm import Arm
from kinroute.search.methods import CROSSOVERS

_OPERATORS = ("local search", "crossover")
_NAMES = {
    "distance": "distance",
    "heatmap": "the model",
    "ox": "OX",
    "fragment": "the fragment crossover",
    "fragment_random": "random fragments",
}


def distance_counterpart(arm: Arm, arms: Sequence[Arm]) -> Arm | None:
    """The arm that uses distance wherever this one uses another relatedness, else the same."""
    crossover = arm.by[1] if arm.by[1] in CROSSOVERS else "distance"
    by_distance = ("distance", crossover)
    if arm.by == by_distance:
        return None
    for other in arms:
        is_alike = (other.gamma, other.config) == (arm.gamma, arm.config)
        if is_alike and other.by == by_distance and other.method != "auto":
            return other
    return None


def baseline_counterpart(arm: Arm, baseline: Arm, arms: Sequence[Arm]) -> Arm | None:
    """The baseline, with the arm's Γ and settings where there is one; None for itself."""
    alike = [one for one in arms if one.gamma == arm.gamma and _same_search(one, baseline)]
    with_settings = [one for one in alike if one.config == arm.config and one is not arm]
    with_defaults = [one for one in alike if one.config == baseline.config]
    found = [*with_settings, *with_defaults, baseline][0]
    return None if found.label == arm.label else found


def differences(arm: Arm, other: Arm) -> int:
    """In how many ways two arms differ: local search, crossover, settings."""
    operators = sum(one != two for one, two in zip(arm.by, other.by, strict=True))
    return operators + (arm.config != other.config)


def question(arm: Arm, other: Arm) -> str:
    """What the comparison of two arms answers: which operator uses what instead of what."""
    if arm.method == "auto":
        return f"`auto` instead of {other.label}"
    parts = _operators(arm, other)
    if arm.config != other.config and parts:
        parts.append("other settings")
    if arm.gamma != other.gamma:
        parts.append(f"Γ {arm.gamma} instead of {other.gamma}")
    return " and ".join(parts) or f"{arm.label} instead of {other.label}"


def _operators(arm: Arm, other: Arm) -> list[str]:
    pairs = zip(_OPERATORS, arm.by, other.by, strict=True)
    parts = [
        f"{operator} by {_name(one, arm)} instead of {_name(two, other)}"
        for operator, one, two in pairs
        if one != two
    ]
    is_uniform = len(set(arm.by)) == len(set(other.by)) == 1
    if len(parts) == 2 and is_uniform:
        return [f"both operators by {_name(arm.by[0], arm)} instead of {_name(other.by[0], other)}"]
    return parts


def _name(by: str, arm: Arm) -> str:
    if by == "heatmap":
        pure = " in pure lists" if arm.neighbours == "pure" else ""
        return f"{arm.model}{pure}" + (" (inference time left out)" if arm.optimistic else "")
    return _NAMES.get(by, by)


def _same_search(one: Arm, other: Arm) -> bool:
    """Whether two arms differ in Γ, settings and label only."""
    parts = ("method", "model", "optimistic", "local_search", "crossover", "neighbours")
    return all(getattr(one, part) == getattr(other, part) for part in parts)
