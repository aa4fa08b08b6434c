"""The independent checker of solutions: plain Python that shares no code with the search."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import exceeds, plain, slack
from kinroute.solution import Solution

_LISTED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The findings of the checker.

    A wrong claimed cost is a problem, but does not make the routes infeasible.
    """

    feasible: bool
    cost: float
    """The recomputed cost of the routes; visits to unknown customers are left out."""
    problems: tuple[str, ...]
    loads: tuple[float, ...]
    """One per route."""
    durations: tuple[float, ...]
    """One per route: travel plus service."""

    @property
    def ok(self) -> bool:
        """Whether there are no problems."""
        return not self.problems

    def __str__(self) -> str:
        """Return a summary, one problem per line."""
        verdict = "feasible" if self.feasible else "infeasible"
        plural = "" if len(self.loads) == 1 else "s"
        summary = f"{verdict}, {len(self.loads)} route{plural}, cost {plain(self.cost)}"
        return "\n".join([summary, *(f"- {problem}" for problem in self.problems)])


def check(instance: Instance, solution: Solution) -> Check:
    """Check a solution: every customer once, all limits kept, the claimed cost right.

    Sums that are integers are compared exactly, others with the tolerance of
    `kinroute.problem.tolerance`.
    """
    known = [
        tuple(customer for customer in route if 1 <= customer <= instance.customers)
        for route in solution.routes
    ]
    demands, service = instance.demands.tolist(), instance.service.tolist()
    legs = [_legs(instance, route) for route in known]
    loads = tuple(math.fsum(demands[i - 1] for i in route) for route in known)
    durations = tuple(
        math.fsum([*lengths, *(service[i - 1] for i in route)])
        for lengths, route in zip(legs, known, strict=True)
    )
    faults = [*_visit_faults(instance, solution), *_limit_faults(instance, known, loads, durations)]
    cost = math.fsum(length for lengths in legs for length in lengths)
    return Check(
        feasible=not faults,
        cost=cost,
        problems=(*faults, *_cost_faults(solution.cost, cost)),
        loads=loads,
        durations=durations,
    )


def _legs(instance: Instance, route: tuple[int, ...]) -> list[float]:
    stops = (0, *route, 0)
    return [instance.distance(i, j) for i, j in pairwise(stops)]


def _visit_faults(instance: Instance, solution: Solution) -> list[str]:
    visits = Counter(customer for route in solution.routes for customer in route)
    nodes = range(1, instance.customers + 1)
    unknown = [
        f"there is no customer {customer}; they are numbered 1 to {instance.customers}"
        for customer in sorted(visits)
        if customer not in nodes
    ]
    repeated = [
        f"{instance.customer_text(customer)} is visited {visits[customer]} times"
        for customer in nodes
        if visits[customer] > 1
    ]
    missing = [
        f"{instance.customer_text(customer)} is not visited"
        for customer in nodes
        if visits[customer] == 0
    ]
    return [*_shortened(unknown), *_shortened(repeated), *_shortened(missing)]


def _limit_faults(
    instance: Instance,
    routes: list[tuple[int, ...]],
    loads: tuple[float, ...],
    durations: tuple[float, ...],
) -> list[str]:
    faults = []
    for number, (route, load, duration) in enumerate(zip(routes, loads, durations, strict=True), 1):
        if exceeds(load, instance.capacity, len(route)):
            faults.append(
                f"route {number} carries {plain(load)}, "
                f"{plain(load - instance.capacity)} over capacity {plain(instance.capacity)}"
            )
        if exceeds(duration, instance.max_duration, 2 * len(route) + 1):
            limit = instance.max_duration
            faults.append(
                f"route {number} lasts {plain(duration)}, "
                f"{plain(duration - limit)} over the limit {plain(limit)}"
            )
    if instance.vehicles is not None and len(routes) > instance.vehicles:
        faults.append(f"{len(routes)} routes are more than {instance.vehicles} vehicles can drive")
    return faults


def _cost_faults(claimed: float | None, cost: float) -> list[str]:
    if claimed is None or _agrees(claimed, cost):
        return []
    return [f"the claimed cost {plain(claimed)} is not the cost of the routes, {plain(cost)}"]


def _agrees(claimed: float, cost: float) -> bool:
    """Compare costs; whole numbers exactly, others as they are or as CVRPLIB's files print them."""
    if claimed.is_integer() and cost.is_integer():
        return claimed == cost
    printed = (float(f"{cost:.2f}"), float(f"{cost:.6g}"))
    return claimed in printed or abs(claimed - cost) <= slack(cost, 1)


def _shortened(faults: list[str]) -> list[str]:
    if len(faults) <= _LISTED:
        return faults
    return [*faults[:_LISTED], f"... and {len(faults) - _LISTED} more like this"]
