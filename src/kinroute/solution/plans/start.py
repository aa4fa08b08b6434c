"""A warm start from a plan of another day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from kinroute.errors import SolutionError
from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.plans.locks import Lock, locks_from
from kinroute.solution.plans.matching import Match, matched
from kinroute.solution.plans.plan import Plan, PlanRoute
from kinroute.solution.plans.reading import read_plan
from kinroute.solution.plans.repair import repaired


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Routes to begin a search with."""

    solution: Solution
    text: str
    """What became of the plan, in one line for display; empty where it is used as it is."""
    chains: tuple[tuple[int, ...], ...] = ()
    """Customers that stay together at the beginning of their route, in this order."""
    closed: tuple[tuple[int, ...], ...] = ()
    """Routes that stay as they are."""

    @property
    def is_locked(self) -> bool:
        """Whether something must stay as it is."""
        return bool(self.chains or self.closed)


def start_from(
    source: Solution | str | PathLike[str], instance: Instance, lock: Iterable[str] = ()
) -> Start:
    """Return the warm start of a solution, or of a file that `read_plan` reads.

    A solution or a .sol file is used as it is: it must visit every customer once, but may violate
    limits. Other plans are matched by name and repaired. `lock` names what must stay: "2" route 2,
    "2:5" its first five stops. Raises SolutionError where the plan does not belong to the
    instance.
    """
    texts = tuple(lock)
    if isinstance(source, Solution) or _is_sol(source):
        return _as_it_is(source, instance, texts)
    plan = read_plan(source)
    match = matched(plan, instance)
    locks = locks_from(texts, plan)
    fixed = [_fixed(plan, match, number, locks) for number in range(len(plan.routes))]
    closed = [number for number, lock in locks.items() if lock.is_whole]
    found = repaired(instance, match.routes, added=match.added, fixed=fixed, closed=closed)
    return Start(
        solution=Solution(found.routes),
        text=_text(plan, match, len(found.moved)),
        **_locked(found.routes, fixed, closed),
    )


def _as_it_is(
    source: Solution | str | PathLike[str], instance: Instance, lock: tuple[str, ...]
) -> Start:
    file = None if isinstance(source, Solution) else str(source)
    solution = source if isinstance(source, Solution) else Solution.read(source)
    visits = sorted(customer for route in solution.routes for customer in route)
    if visits != list(range(1, instance.customers + 1)):
        problem = check(instance, Solution(solution.routes)).problems[0]
        raise SolutionError(f"no warm start for {instance.name}: {problem}", source=file)
    locks = locks_from(lock, _numbered(solution, file or "the start"))
    fixed = [0] * len(solution)
    for number, locked in locks.items():
        fixed[number] = locked.stops
    closed = [number for number, locked in locks.items() if locked.is_whole]
    return Start(solution=solution, text="", **_locked(solution.routes, fixed, closed))


def _is_sol(source: str | PathLike[str]) -> bool:
    return Path(source).suffix.lower() not in (".csv", ".json", ".xlsx", ".geojson")


def _numbered(solution: Solution, source: str) -> Plan:
    return Plan(
        source=source,
        routes=tuple(
            PlanRoute(label=str(number), stops=tuple(map(str, route)))
            for number, route in enumerate(solution.routes, 1)
        ),
        has_names=False,
    )


def _fixed(plan: Plan, match: Match, number: int, locks: dict[int, Lock]) -> int:
    """How many customers of a route are fixed: the locked stops without those that are gone."""
    lock = locks.get(number)
    if lock is None:
        return 0
    gone = set(match.gone)
    return sum(stop not in gone for stop in plan.routes[number].stops[: lock.stops])


def _locked(
    routes: tuple[tuple[int, ...], ...], fixed: list[int], closed: list[int]
) -> dict[str, tuple[tuple[int, ...], ...]]:
    chains = [
        routes[number][:count]
        for number, count in enumerate(fixed)
        if count and number not in closed
    ]
    return {
        "chains": tuple(chains),
        "closed": tuple(routes[number] for number in closed if routes[number]),
    }


def _text(plan: Plan, match: Match, moved: int) -> str:
    kept = sum(map(len, match.routes)) - moved
    parts = [f"{kept} of {len(plan.stops)} stops kept in their routes"]
    for count, what in (
        (moved, "moved, since they no longer fit there"),
        (len(match.gone), "no longer there"),
        (len(match.added), "new"),
    ):
        if count:
            parts.append(f"{count} {what}")
    return f"{plan.source}: {', '.join(parts)}"
