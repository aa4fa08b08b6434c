"""Makes routes of another day feasible routes of today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kinroute.problem.instance import Instance
from kinroute.solution.plans.insertion import Insertion
from kinroute.solution.plans.limits import Limits, sums_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """Routes that visit every customer once."""

    routes: tuple[tuple[int, ...], ...]
    """Those of before by their index, then new ones; some may be empty."""
    moved: tuple[int, ...]
    """Customers that had a route, but no longer fitted there."""


def repaired(
    instance: Instance,
    routes: Sequence[Sequence[int]],
    *,
    added: Iterable[int] = (),
    fixed: Sequence[int] | None = None,
    closed: Iterable[int] = (),
) -> Repaired:
    """Keep what fits in its order and insert the rest at its cheapest place.

    A route that violates a limit loses stops until it does not; where there are more routes than
    vehicles, those with the least load are dissolved. The first `fixed[r]` stops of route r and
    the routes in `closed` are left alone. The result keeps the limits if this way of filling the
    routes finds a place for all.
    """
    fixed = fixed or [0] * len(routes)
    locked = set(closed)
    kept: list[list[int]] = []
    moved: list[int] = []
    for number, route in enumerate(routes):
        start = len(route) if number in locked else fixed[number]
        kept.append(_within_limits(instance, list(route), start, moved))
    _dissolve_surplus(instance, kept, fixed, locked, moved)
    empty = [number for number, route in enumerate(kept) if not route]
    insertion = Insertion(instance, kept, fixed=fixed, closed=locked | set(empty))
    for customer in sorted([*moved, *added], key=lambda c: (-instance.demands[c - 1], c)):
        insertion.insert(customer)
    return Repaired(routes=tuple(map(tuple, insertion.routes)), moved=tuple(moved))


def _within_limits(instance: Instance, route: list[int], fixed: int, moved: list[int]) -> list[int]:
    """The route without the stops, after the fixed ones, whose removal helps most."""
    limits = Limits.of(instance)
    while len(route) > fixed and limits.excess(sums_of(instance, route)) > 0:
        shorter = {at: route[:at] + route[at + 1 :] for at in range(fixed, len(route))}
        sums = {at: sums_of(instance, rest) for at, rest in shorter.items()}
        at = min(shorter, key=lambda at: (limits.excess(sums[at]), sums[at].distance))
        moved.append(route[at])
        route = shorter[at]
    return route


def _dissolve_surplus(
    instance: Instance,
    routes: list[list[int]],
    fixed: Sequence[int],
    closed: set[int],
    moved: list[int],
) -> None:
    free = [
        number
        for number, route in enumerate(routes)
        if route and not fixed[number] and number not in closed
    ]
    free.sort(key=lambda number: sums_of(instance, routes[number]).load, reverse=True)
    used = sum(map(bool, routes))
    while instance.vehicles is not None and used > instance.vehicles and free:
        number = free.pop()
        moved += routes[number]
        routes[number] = []
        used -= 1
