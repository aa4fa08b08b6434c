"""Routes under numbers that they keep from one improvement to the next, and their colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from kinroute.plot.palette import Points, around_depot, hex_color

Route = tuple[int, ...]


class RouteNumbers:
    """Gives a route the number of the earlier route that it has most customers in common with."""

    def __init__(self, positions: Points, *, few: bool) -> None:
        self._positions = positions
        self._count = 1 if few else 10**6
        self._home: dict[int, int] = {}

    def numbered(self, routes: Iterable[Sequence[int]]) -> dict[int, Route]:
        """The routes by number, from 0."""
        given = [tuple(route) for route in routes if route]
        if self._home:
            wishes = [Counter(self._home.get(c, -1) for c in route) for route in given]
        else:
            ranks = around_depot(self._positions, given)
            wishes = [Counter({rank: 1}) for rank in ranks]
        numbers = _matched(wishes)
        found = dict(zip(numbers, given, strict=True))
        self._home = {c: number for number, route in found.items() for c in route}
        return found

    def color(self, number: int) -> str:
        """The colour of a number, as "#1f77b4"."""
        return hex_color(number, max(self._count, number + 1))


def _matched(wishes: Sequence[Counter[int]]) -> list[int]:
    """A number for each route: the most customers in common first, then what is free."""
    offers = sorted(
        (
            (-count, number, route)
            for route, wish in enumerate(wishes)
            for number, count in wish.items()
        ),
    )
    taken: dict[int, int] = {}
    by_route: dict[int, int] = {}
    for _, number, route in offers:
        if number >= 0 and number not in taken and route not in by_route:
            taken[number] = route
            by_route[route] = number
    free = (number for number in range(2 * len(wishes) + 1) if number not in taken)
    return [by_route[route] if route in by_route else next(free) for route in range(len(wishes))]


class RouteStream:
    """What a map has to be told to show other routes than before: the changes only."""

    def __init__(self, numbers: RouteNumbers) -> None:
        self._numbers = numbers
        self._sent: dict[int, Route] = {}

    @property
    def shown(self) -> dict[int, Route]:
        """The routes that the map has, by number."""
        return dict(self._sent)

    def changes(self, routes: Iterable[Sequence[int]]) -> dict[str, list[Any]]:
        """The routes to draw anew as [number, colour, stops], and the numbers to drop."""
        wanted = self._numbers.numbered(routes)
        drawn = [
            [number, self._numbers.color(number), list(route)]
            for number, route in wanted.items()
            if self._sent.get(number) != route
        ]
        dropped = [number for number in self._sent if number not in wanted]
        self._sent = wanted
        return {"set": drawn, "drop": dropped}

    def color(self, number: int) -> str:
        """The colour of a route by its number."""
        return self._numbers.color(number)

    def forget(self) -> None:
        """Send everything again the next time."""
        self._sent = {}
