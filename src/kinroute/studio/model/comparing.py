"""What differs between two plans, in words for the page."""

from __future__ import annotations

from collections.abc import Sequence

from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.plans.comparison import Comparison, compared
from kinroute.solution.plans.plan import Plan, PlanRoute

Row = tuple[str, str, str, str]


def plan_of(instance: Instance, routes: Sequence[Sequence[int]], name: str) -> Plan:
    """Routes as a plan, by the numbers of their customers."""
    return Plan(
        source=name,
        routes=tuple(
            PlanRoute(label=str(number), stops=tuple(map(str, route)))
            for number, route in enumerate(routes, 1)
        ),
        has_names=False,
        cost=check(instance, Solution(routes)).cost,
    )


def changes(
    instance: Instance, first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]
) -> Comparison:
    """What changed from the first to the second."""
    return compared(plan_of(instance, first, "first"), plan_of(instance, second, "second"))


def change_rows(found: Comparison, names: Sequence[str]) -> list[Row]:
    """A row for each route that is not as it was: new number, old number, stops, what happened."""
    rows = []
    for change in found.routes:
        if change.kind == "unchanged":
            continue
        new, old = (r.label if r is not None else "–" for r in (change.after, change.before))
        sizes = [str(len(r.stops)) for r in (change.before, change.after) if r is not None]
        parts: list[str] = [] if change.kind == "stops changed" else [change.kind]
        for label, stops in _by([(m.source, m.stop) for m in change.joined]).items():
            parts.append(f"from route {label}: {_names(stops, names)}")
        for label, stops in _by([(m.target, m.stop) for m in change.left]).items():
            parts.append(f"to route {label}: {_names(stops, names)}")
        rows.append((new, old, " → ".join(dict.fromkeys(sizes)), "; ".join(parts)))
    return rows


def _by(moves: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Stops by the route on the other side of their move."""
    found: dict[str, list[str]] = {}
    for label, stop in moves:
        found.setdefault(label, []).append(stop)
    return found


def _names(stops: list[str], names: Sequence[str]) -> str:
    return ", ".join(names[int(stop)] for stop in stops)
