"""What changed between two plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from kinroute.errors import SolutionError
from kinroute.problem.instance import Instance
from kinroute.solution.plans.matching import customers_of, same_stops
from kinroute.solution.plans.plan import Plan, PlanRoute

Kind = Literal["unchanged", "reversed", "order changed", "stops changed", "new", "dissolved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A stop that is on another route."""

    stop: str
    source: str
    """The label of its route in the first plan."""
    target: str
    """The label of its route in the second plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteChange:
    """A route of the first plan beside the one of the second that has most of its stops."""

    before: PlanRoute | None
    """None for a new route."""
    after: PlanRoute | None
    """None for a dissolved one."""
    kind: Kind
    joined: tuple[Move, ...]
    """From other routes."""
    left: tuple[Move, ...]
    """To other routes."""
    added: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """All changes; stops have the names of the second plan where both have them."""

    routes: tuple[RouteChange, ...]
    """In the order of the second plan, dissolved ones last."""
    moved: tuple[Move, ...]
    added: tuple[str, ...]
    """Stops that only the second plan has."""
    removed: tuple[str, ...]
    """Stops that only the first plan has."""

    def count(self, kind: Kind) -> int:
        """The number of routes of a kind."""
        return sum(route.kind == kind for route in self.routes)

    def as_dict(self) -> dict[str, Any]:
        """The changes in plain values."""
        return {
            "routes": [_route_dict(route) for route in self.routes],
            "moved": [_move_dict(move) for move in self.moved],
            "added": list(self.added),
            "removed": list(self.removed),
        }


def compared(first: Plan, second: Plan, instance: Instance | None = None) -> Comparison:
    """Compare two plans by the names of their stops.

    Routes are paired so that as many stops as possible stay on their route, so that numbers do not
    matter. Where one plan has names and the other numbers, the instance relates them.
    """
    names = common_names(first, second, instance)
    before = [
        PlanRoute(label=route.label, stops=tuple(names.get(stop, stop) for stop in route.stops))
        for route in first.routes
    ]
    after = second.routes
    pairs = _pairs(before, after)
    partner = {b: a for a, b in pairs}
    home_before = {stop: a for a, route in enumerate(before) for stop in route.stops}
    home_after = {stop: b for b, route in enumerate(after) for stop in route.stops}
    moved = {
        stop: Move(
            stop=stop, source=before[home_before[stop]].label, target=after[home_after[stop]].label
        )
        for stop in home_after
        if stop in home_before and partner.get(home_after[stop]) != home_before[stop]
    }
    changes = [
        _change(before[partner[b]] if b in partner else None, route, moved, home_before, home_after)
        for b, route in enumerate(after)
    ]
    dissolved = [
        _change(route, None, moved, home_before, home_after)
        for a, route in enumerate(before)
        if a not in partner.values()
    ]
    return Comparison(
        routes=(*changes, *dissolved),
        moved=tuple(moved.values()),
        added=tuple(stop for stop in home_after if stop not in home_before),
        removed=tuple(stop for stop in home_before if stop not in home_after),
    )


def common_names(first: Plan, second: Plan, instance: Instance | None = None) -> dict[str, str]:
    """The names that the second plan has for stops of the first."""
    if first.has_names == second.has_names:
        return same_stops(first.stops, second.stops)
    ours, theirs = _numbers(first, instance), _numbers(second, instance)
    by_number = {number: stop for stop, number in theirs.items()}
    return {stop: by_number[number] for stop, number in ours.items() if number in by_number}


def _numbers(plan: Plan, instance: Instance | None) -> dict[str, int]:
    if instance is not None:
        return customers_of(plan, instance)
    if not plan.has_names:
        return {stop: int(stop) for stop in plan.stops}
    if plan.numbers is None:
        raise SolutionError(
            "it has names and the other plan has numbers; give the instance (--instance FILE)",
            source=plan.source,
        )
    return plan.numbers


def _pairs(before: Sequence[PlanRoute], after: Sequence[PlanRoute]) -> list[tuple[int, int]]:
    """Routes of both plans, paired so that the most stops stay; none without a common stop."""
    from scipy.optimize import linear_sum_assignment

    home = {stop: b for b, route in enumerate(after) for stop in route.stops}
    overlap = np.zeros((len(before), len(after)))
    for a, route in enumerate(before):
        for stop in route.stops:
            if stop in home:
                overlap[a, home[stop]] += 1
    # Between equal overlaps, the same label decides; all labels together are worth half a stop.
    labels = np.array([[x.label == y.label for y in after] for x in before])
    weights = overlap + 0.5 / len(before) * labels
    rows, columns = linear_sum_assignment(weights, maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(a, b) for a, b in pairs if overlap[a, b] > 0]


def _change(
    before: PlanRoute | None,
    after: PlanRoute | None,
    moved: dict[str, Move],
    home_before: dict[str, int],
    home_after: dict[str, int],
) -> RouteChange:
    ours = before.stops if before else ()
    theirs = after.stops if after else ()
    return RouteChange(
        before=before,
        after=after,
        kind=_kind(before, after),
        joined=tuple(moved[stop] for stop in theirs if stop in moved),
        left=tuple(moved[stop] for stop in ours if stop in moved),
        added=tuple(stop for stop in theirs if stop not in home_before),
        removed=tuple(stop for stop in ours if stop not in home_after),
    )


def _kind(before: PlanRoute | None, after: PlanRoute | None) -> Kind:
    if before is None:
        return "new"
    if after is None:
        return "dissolved"
    if before.stops == after.stops:
        return "unchanged"
    if before.stops == after.stops[::-1]:
        return "reversed"
    return "order changed" if set(before.stops) == set(after.stops) else "stops changed"


def _route_dict(route: RouteChange) -> dict[str, Any]:
    return {
        "before": route.before.label if route.before else None,
        "after": route.after.label if route.after else None,
        "change": route.kind,
        "stops_before": len(route.before.stops) if route.before else 0,
        "stops_after": len(route.after.stops) if route.after else 0,
        "joined": [_move_dict(move) for move in route.joined],
        "left": [_move_dict(move) for move in route.left],
        "added": list(route.added),
        "removed": list(route.removed),
    }


def _move_dict(move: Move) -> dict[str, str]:
    return {"stop": move.stop, "from": move.source, "to": move.target}
