"""The independent checker of solutions: plain Python that shares no code with the search."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import exceeds, plain, slack
from kinroute.problem.units import with_unit
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
    distances: tuple[float, ...]
    """One per route."""
    durations: tuple[float, ...] | None
    """One per route: travel plus service; None where the instance has no times."""

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
    demands = instance.demands.tolist()
    loads = tuple(math.fsum(demands[i - 1] for i in route) for route in known)
    distances = tuple(_distance(instance, route) for route in known)
    durations = tuple(map(partial(_duration, instance), known, distances))
    faults = [
        *_visit_faults(instance, solution),
        *(
            fault
            for number, route in enumerate(known, 1)
            for fault in _forbidden(instance, number, route)
        ),
        *_limit_faults(instance, known, loads, distances, durations),
    ]
    cost = instance.cost(math.fsum(distances), math.fsum(durations), sum(map(bool, known)))
    return Check(
        feasible=not faults,
        cost=cost,
        problems=(*faults, *_cost_faults(solution.cost, cost)),
        loads=loads,
        distances=distances,
        durations=durations if instance.has_times else None,
    )


def _arcs(instance: Instance, route: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the arcs that a route drives; an open one does not return to the depot."""
    stops = (0, *route) if instance.open_routes else (0, *route, 0)
    return list(pairwise(stops))


def _distance(instance: Instance, route: tuple[int, ...]) -> float:
    return math.fsum(instance.distance(i, j) for i, j in _arcs(instance, route))


def _duration(instance: Instance, route: tuple[int, ...], distance: float) -> float:
    if instance.durations is None:
        travel = [distance * instance.time_per_distance]
    else:
        travel = [instance.duration(i, j) for i, j in _arcs(instance, route)]
    return math.fsum([*travel, *(float(instance.service[i - 1]) for i in route)])


def _forbidden(instance: Instance, number: int, route: tuple[int, ...]) -> list[str]:
    return [
        f"route {number} drives from {_node_text(instance, i)} to {_node_text(instance, j)}, "
        "which is forbidden"
        for i, j in (_arcs(instance, route) if instance.has_forbidden_arcs else ())
        if instance.is_forbidden(i, j)
    ]


def _node_text(instance: Instance, node: int) -> str:
    return instance.customer_text(node) if node else "the depot"


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
    distances: tuple[float, ...],
    durations: tuple[float, ...],
) -> list[str]:
    faults = []
    for number, (route, load, distance, duration) in enumerate(
        zip(routes, loads, distances, durations, strict=True), 1
    ):
        if exceeds(load, instance.capacity, len(route)):
            faults.append(
                f"route {number} carries {plain(load)}, "
                f"{plain(load - instance.capacity)} over capacity {plain(instance.capacity)}"
            )
        # What a forbidden arc makes infinite is reported as such, not as a limit.
        time, length = instance.time_unit, instance.distance_unit
        for value, limit, does, unit, terms in (
            (duration, instance.max_duration, "lasts", time, 2 * len(route) + 1),
            (distance, instance.max_distance, "is as long as", length, len(route) + 1),
        ):
            if math.isfinite(value) and exceeds(value, limit, terms):
                faults.append(
                    f"route {number} {does} {with_unit(value, unit)}, "
                    f"{with_unit(value - limit, unit)} over the limit {with_unit(limit, unit)}"
                )
        stops = _stops(instance, route)
        if instance.max_stops is not None and stops > instance.max_stops:
            faults.append(
                f"route {number} has {stops} stops; at most {instance.max_stops} are allowed"
            )
    if instance.vehicles is not None and len(routes) > instance.vehicles:
        faults.append(f"{len(routes)} routes are more than {instance.vehicles} vehicles can drive")
    return faults


def _stops(instance: Instance, route: tuple[int, ...]) -> int:
    if instance.stop_counts is None:
        return len(route)
    return sum(int(instance.stop_counts[customer - 1]) for customer in route)


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
