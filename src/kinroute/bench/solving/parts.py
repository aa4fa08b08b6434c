"""What a worker gets: an instance of its own, and routes to begin with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from kinroute.bench.solving.division import Route, divided, shared_out
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.part import part_of
from kinroute.solution import Solution
from kinroute.solution.check import check

Routes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some routes of a solution as a problem of their own, or all of them."""

    instance: Instance
    customers: tuple[int, ...] | None
    """The customers of the whole behind 1, 2, … of the part; None: their own numbers."""
    start: Solution
    """In the numbers of the part, with its cost."""
    is_feasible: bool

    @staticmethod
    def of_whole(instance: Instance, routes: Iterable[Route]) -> Part:
        """All routes."""
        return _part(instance, None, routes)

    @staticmethod
    def of_routes(instance: Instance, routes: Sequence[Route], vehicles: int | None) -> Part:
        """Some routes, which the part may replace by up to `vehicles` others."""
        customers = tuple(customer for route in routes for customer in route)
        numbers = {customer: number for number, customer in enumerate(customers, 1)}
        own = [[numbers[customer] for customer in route] for route in routes]
        return _part(part_of(instance, customers, vehicles=vehicles), customers, own)

    def in_whole(self, routes: Iterable[Route]) -> Routes:
        """Routes of the part in the numbers of the whole."""
        if self.customers is None:
            return tuple(tuple(route) for route in routes)
        return tuple(tuple(self.customers[k - 1] for k in route) for route in routes)

    def better(self, routes: Iterable[Route]) -> Solution | None:
        """What a worker answers, checked; None where it is not better than the start."""
        verdict = check(self.instance, Solution(found := tuple(map(tuple, routes))))
        if not verdict.feasible or (self.is_feasible and verdict.cost >= _cost(self.start)):
            return None
        return Solution(found, verdict.cost)


def parts_of(
    instance: Instance,
    routes: Sequence[Route],
    *,
    positions: FloatArray,
    count: int,
    rng: np.random.Generator,
) -> list[Part]:
    """Parts of neighbouring routes of a feasible solution."""
    groups = divided(routes, positions, count, rng)
    bounds = shared_out(instance.vehicles, groups)
    return [
        Part.of_routes(instance, group, bound) for group, bound in zip(groups, bounds, strict=True)
    ]


def _part(instance: Instance, customers: tuple[int, ...] | None, routes: Iterable[Route]) -> Part:
    verdict = check(instance, Solution(own := tuple(map(tuple, routes))))
    return Part(
        instance=instance,
        customers=customers,
        start=Solution(own, verdict.cost),
        is_feasible=verdict.feasible,
    )


def _cost(solution: Solution) -> float:
    assert solution.cost is not None
    return solution.cost
