"""The stops of a plan as customers of an instance, by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kinroute.errors import SolutionError
from kinroute.problem.instance import Instance
from kinroute.solution.plans.plan import Plan

_Value = TypeVar("_Value")

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_FORMULA = re.compile(r"'(?=\s*[=+\-@])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Which stops of a plan an instance still has."""

    routes: tuple[tuple[int, ...], ...]
    """The customers of each route of the plan, without those that are gone; some may be empty."""
    gone: tuple[str, ...]
    """Stops that the instance does not have."""
    added: tuple[int, ...]
    """Customers that the plan does not have."""


def matched(plan: Plan, instance: Instance) -> Match:
    """Match a plan with an instance.

    Names agree up to spaces and what exports change for the sake of spreadsheets. A plan without
    names is matched by number and must visit every customer once, since nothing says which
    numbers have changed. Raises SolutionError where stops are ambiguous.
    """
    numbers = customers_of(plan, instance)
    routes = tuple(
        tuple(numbers[stop] for stop in route.stops if stop in numbers) for route in plan.routes
    )
    visited = set(numbers.values())
    match = Match(
        routes=routes,
        gone=tuple(stop for stop in plan.stops if stop not in numbers),
        added=tuple(c for c in range(1, instance.customers + 1) if c not in visited),
    )
    if not plan.has_names and (match.gone or match.added):
        raise SolutionError(
            f"its stops have numbers but no names, and they are not those of {instance.name}: "
            f"{_difference(match)}\n"
            "Give the stops names, and start from an export that has them (.csv, .json, .xlsx).",
            source=plan.source,
        )
    if not visited:
        raise SolutionError(
            f"none of its {len(plan.stops)} stops is in {instance.name}; the first one is "
            f"{plan.stops[0]!r}",
            source=plan.source,
        )
    return match


def customers_of(plan: Plan, instance: Instance) -> dict[str, int]:
    """The customer of each stop that the instance has; the depot is none."""
    if instance.names is None:
        if plan.has_names:
            raise SolutionError(
                f"its stops have names ({plan.stops[0]!r}, ...), but the customers of "
                f"{instance.name} have none to match them with",
                source=plan.source,
            )
        return {stop: int(stop) for stop in plan.stops if 1 <= int(stop) <= instance.customers}
    names = {name: customer for customer, name in enumerate(instance.names, 1)}
    if not plan.has_names and not names.keys() & set(plan.stops):
        return {stop: int(stop) for stop in plan.stops if 1 <= int(stop) <= instance.customers}
    found = {stop: names[stop] for stop in plan.stops if stop in names}
    return found | _nearly(plan.stops, names, found)


def same_stops(a: Iterable[str], b: Iterable[str]) -> dict[str, str]:
    """The stops of one plan by their names in the other, as `matched` compares them."""
    b_names = {name: name for name in b}
    a_names = tuple(a)
    found = {stop: stop for stop in a_names if stop in b_names}
    return found | _nearly(a_names, b_names, found)


def _nearly(
    stops: tuple[str, ...], names: Mapping[str, _Value], found: Mapping[str, _Value]
) -> dict[str, _Value]:
    """What matches by its plain text, where that is unique on both sides."""
    taken = set(found.values())
    left = {name: value for name, value in names.items() if value not in taken}
    by_key: dict[str, _Value] = {}
    counts = Counter(map(_key, left))
    for name, value in left.items():
        if counts[_key(name)] == 1:
            by_key[_key(name)] = value
    rest = [stop for stop in stops if stop not in found]
    seen = Counter(map(_key, rest))
    return {
        stop: by_key[_key(stop)] for stop in rest if seen[_key(stop)] == 1 and _key(stop) in by_key
    }


def _key(name: str) -> str:
    bare = _FORMULA.sub("", name, count=1) if name.startswith("'") else name
    return " ".join(_CONTROLS.sub(" ", bare).split()).casefold()


def _difference(match: Match) -> str:
    if match.gone:
        return f"there is no customer {match.gone[0]}"
    return f"customer {match.added[0]} is not visited"
