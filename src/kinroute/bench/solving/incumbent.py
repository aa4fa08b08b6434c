"""The best routes so far, which stay with the client, and how they came about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from kinroute.bench.solving.parts import Part, Routes
from kinroute.solution import Solution
from kinroute.solution.result import Improvement, Result


@dataclass(slots=True, kw_only=True)
class Incumbent:
    """The best solution, as pieces that are replaced one by one."""

    cost: float
    is_feasible: bool
    trace: list[Improvement]
    iterations: int = 0
    restarts: int = 0
    steps: int = 0
    """Of annealing."""
    _pieces: list[Routes] = field(default_factory=list)
    _costs: list[float] = field(default_factory=list)

    @staticmethod
    def of(first: Result) -> Incumbent:
        """The result of the first search."""
        return Incumbent(
            cost=first.cost,
            is_feasible=first.feasible,
            trace=list(first.trace),
            iterations=first.iterations,
            restarts=first.restarts,
            _pieces=[first.routes],
            _costs=[first.cost],
        )

    @property
    def routes(self) -> Routes:
        """The routes of all pieces."""
        return tuple(route for piece in self._pieces for route in piece if route)

    def divide(self, parts: Sequence[Part]) -> None:
        """Take the same routes as these parts."""
        self._pieces = [part.in_whole(part.start.routes) for part in parts]
        self._costs = [_cost(part.start) for part in parts]

    def saved(self, k: int, part: Part) -> float:
        """How much cheaper piece k is than the part that it began as, 0 or below."""
        return self._costs[k] - _cost(part.start)

    def improve(self, k: int, part: Part, found: Solution, time: float) -> None:
        """Replace piece k, which was that part or something better, if the new routes are better.

        An infeasible one, which is then the only one, is replaced by whatever is feasible.
        """
        cost = _cost(found)
        if self.is_feasible and cost >= self._costs[k]:
            return
        self._pieces[k], self._costs[k] = part.in_whole(found.routes), cost
        self.is_feasible = True
        self.cost = math.fsum(self._costs)
        self.trace.append(Improvement(time, self.cost, self.iterations))


def _cost(solution: Solution) -> float:
    assert solution.cost is not None
    return solution.cost
