"""φ by a solution: the oracle, an upper bound on what a relatedness can achieve."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from os import PathLike

import numpy as np

from kinroute.errors import RelatednessError
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import nearest
from kinroute.relatedness.neighbours import Neighbours
from kinroute.solution import Solution


@dataclass(frozen=True, slots=True)
class ByRoutes:
    """The two customers beside each on its route first, then the nearest.

    With an optimal solution it is an upper bound for any relatedness.
    """

    routes: Solution | str | PathLike[str]
    """A solution, or a `.sol` file."""

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by the solution's own edges, then by distance."""
        k = min(k, instance.customers - 1)
        near, _ = nearest(instance, k)
        ids = np.zeros((instance.customers, k), np.int32)
        for row, beside, others in zip(ids, self._beside(instance), near.tolist(), strict=True):
            listed = [j for j in others if j in beside] + [j for j in beside if j not in others]
            row[:] = list(dict.fromkeys(listed + others))[:k]
        return Neighbours(ids)

    def _beside(self, instance: Instance) -> list[list[int]]:
        given = self.routes
        solution = given if isinstance(given, Solution) else Solution.read(given)
        visits = sorted(customer for route in solution for customer in route)
        if visits != list(range(1, instance.customers + 1)):
            raise RelatednessError(
                f"the routes visit {len(visits)} customers; {instance.name} has customers 1 to "
                f"{instance.customers}, each to be visited once",
                source=None if isinstance(given, Solution) else str(given),
            )
        beside: list[list[int]] = [[] for _ in range(instance.customers)]
        for route in solution:
            for a, b in pairwise(route):
                beside[a - 1].append(b)
                beside[b - 1].append(a)
        return beside
