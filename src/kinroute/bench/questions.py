"""Which arms are compared, and the question that a comparison answers."""

from __future__ import annotations

from collections.abc import Sequence

from kinroute.bench.arm import Arm
from kinroute.bench.campaign import Campaign
from kinroute.bench.models import ORACLE, RANDOM
from kinroute.bench.verdict import Role
from kinroute.relatedness.named import ORACLE as ORACLE_FILE
from kinroute.search.methods import CROSSOVERS

_OPERATORS = ("local search", "crossover")
_NAMES = {
    "distance": "distance",
    "heatmap": "the model",
    "ox": "OX",
    "fragment": "the fragment crossover",
    "fragment_random": "random fragments",
}
_LEARNED = ("heatmap", "ranker")
_CONTROLS = {RANDOM: "random relatedness", ORACLE: "the oracle"}


def compared_arms(campaign: Campaign, arms: Sequence[Arm]) -> list[tuple[Arm, Arm]]:
    """The pairs to compare: with the distance counterpart, the baseline, and as requested.

    In an assay only with the distance counterpart: every further test costs power.
    """
    pairs: dict[tuple[str, str], tuple[Arm, Arm]] = {}
    named = {arm.label: arm for arm in arms}
    baseline = None if campaign.is_assay else named.get(campaign.baseline)
    for arm in arms:
        others = [distance_counterpart(arm, arms)]
        others += [baseline_counterpart(arm, baseline, arms)] if baseline else []
        for other in others:
            if other is not None:
                pairs.setdefault((arm.label, other.label), (arm, other))
    for one, two in campaign.compare:
        if one in named and two in named and (two, one) not in pairs:
            pairs.setdefault((one, two), (named[one], named[two]))
    return list(pairs.values())


def role(arm: Arm, other: Arm) -> Role:
    """What steers the operators of an arm that distance steers in the other one."""
    changed = [(one, two) for one, two in zip(arm.by, other.by, strict=True) if one != two]
    is_against_distance = bool(changed) and all(two == "distance" for _, two in changed)
    if not is_against_distance or arm.config != other.config or arm.gamma != other.gamma:
        return "other"
    steered = [one for one, _ in changed]
    if any(by.startswith(ORACLE_FILE) for by in steered) or arm.model == ORACLE:
        return "oracle"
    if arm.model == RANDOM:
        return "random"
    return "learned" if all(by in _LEARNED for by in steered) else "other"


def operators(arm: Arm, other: Arm) -> str:
    """The operators that two arms steer differently, in words."""
    pairs = zip(_OPERATORS, arm.by, other.by, strict=True)
    return " and ".join(operator for operator, one, two in pairs if one != two)


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
    if by == "heatmap" and arm.model in _CONTROLS:
        return _CONTROLS[arm.model]
    if by == "heatmap":
        pure = " in pure lists" if arm.neighbours == "pure" else ""
        return f"{arm.model}{pure}" + (" (inference time left out)" if arm.optimistic else "")
    return _NAMES.get(by, by)


def _same_search(one: Arm, other: Arm) -> bool:
    """Whether two arms differ in Γ, settings and label only."""
    parts = ("method", "model", "optimistic", "local_search", "crossover", "neighbours")
    return all(getattr(one, part) == getattr(other, part) for part in parts)
