"""Key figures of a plan: as an instance has them, or as its file says."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.plans.matching import customers_of
from kinroute.solution.plans.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Key figures; None where they are not known."""

    routes: int
    stops: int
    cost: float | None
    distance: float | None
    duration: float | None
    feasible: bool | None
    """Known from an instance only, where the plan visits all of its customers."""
    distance_unit: str
    time_unit: str

    def as_dict(self) -> dict[str, Any]:
        """The figures in plain values."""
        return asdict(self)


def figures(plan: Plan, instance: Instance | None = None) -> Figures:
    """The figures of a plan: computed, where the instance has all of its stops."""
    routes = sum(bool(route.stops) for route in plan.routes)
    numbers = {} if instance is None else customers_of(plan, instance)
    if instance is None or len(numbers) < len(plan.stops):
        return Figures(
            routes=routes,
            stops=len(plan.stops),
            cost=plan.cost,
            distance=plan.distance,
            duration=plan.duration,
            feasible=None,
            distance_unit=plan.distance_unit,
            time_unit=plan.time_unit,
        )
    solution = Solution([[numbers[stop] for stop in route.stops] for route in plan.routes])
    verdict = check(instance, solution)
    return Figures(
        routes=routes,
        stops=len(plan.stops),
        cost=_finite(verdict.cost),
        distance=_finite(math.fsum(verdict.distances)),
        duration=None if verdict.durations is None else _finite(math.fsum(verdict.durations)),
        feasible=verdict.feasible if len(numbers) == instance.customers else None,
        distance_unit=instance.distance_unit,
        time_unit=instance.time_unit,
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
