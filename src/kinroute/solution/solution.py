"""Routes and their claimed cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from os import PathLike
from typing import Any, Self

from kinroute.errors import SolutionError
from kinroute.io.atomic import write_text
from kinroute.io.solutions import read_solution, solution_text


@dataclass(frozen=True, slots=True, init=False)
class Solution:
    """Routes through customers 1 ... n, each from the depot and back to it.

    The routes may be given as any nested iterable of whole numbers; empty routes are dropped.
    `kinroute.check` checks whether they fit an instance.
    """

    routes: tuple[tuple[int, ...], ...]
    cost: float | None = None
    """The claimed cost, in the user's units."""

    def __init__(self, routes: Iterable[Iterable[int]], cost: float | None = None) -> None:
        visits = (_customers(number, route) for number, route in enumerate(routes, 1))
        object.__setattr__(self, "routes", tuple(route for route in visits if route))
        object.__setattr__(self, "cost", None if cost is None else float(cost))

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """Read a CVRPLIB solution file (.sol)."""
        routes, cost = read_solution(path)
        return cls(tuple(routes), cost)

    def write(self, path: str | PathLike[str]) -> None:
        """Write a CVRPLIB solution file (.sol), whole or not at all."""
        write_text(path, str(self))

    @property
    def customers(self) -> int:
        """The number of visits."""
        return sum(map(len, self.routes))

    def __len__(self) -> int:
        """Return the number of routes."""
        return len(self.routes)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Iterate over the routes."""
        return iter(self.routes)

    def __str__(self) -> str:
        """Return the text of a CVRPLIB solution file."""
        return solution_text(self.routes, self.cost)


def _customers(number: int, route: Iterable[Any]) -> tuple[int, ...]:
    try:
        return tuple(index(customer) for customer in route)
    except TypeError:
        raise SolutionError(
            f"route {number} is {route!r}; a route is a sequence of customer numbers"
        ) from None
