"""Changes of routes by hand: a stop moved, a route locked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.studio.model.explanation import best_place, removal_saving

Route = tuple[int, ...]
Routes = tuple[Route, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Routes after a stop was moved, and what that costs."""

    routes: Routes
    price: float


def home_of(routes: Sequence[Sequence[int]], customer: int) -> int:
    """The index of a customer's route; raises InputError where it is on none."""
    for number, route in enumerate(routes):
        if customer in route:
            return number
    raise InputError(f"customer {customer} is on no route")


def move_stop(instance: Instance, routes: Routes, customer: int, target: int) -> Moved:
    """Move a customer to the cheapest place of another route, or to a new one (`len(routes)`).

    Limits may be violated: the plan then says so. A route that loses its last stop goes.
    """
    home = home_of(routes, customer)
    if not 0 <= target <= len(routes):
        raise InputError(f"there is no route {target + 1}; use 1 to {len(routes) + 1}")
    place = routes[home].index(customer)
    saved = removal_saving(instance, routes[home], place)
    rest = [list(route) for route in routes] + [[]]
    rest[home].remove(customer)
    at, price = best_place(instance, tuple(rest[target]), customer)
    rest[target].insert(at, customer)
    return Moved(routes=tuple(tuple(route) for route in rest if route), price=price - saved)


@dataclass(frozen=True, slots=True)
class Locks:
    """What of a plan must stay: by the set of its customers, as numbers of routes may change."""

    prefixes: tuple[Route, ...] = ()
    """Stops that stay at the beginning of their route."""
    wholes: tuple[Route, ...] = ()
    """Routes that stay as they are."""

    def texts(self, routes: Sequence[Route]) -> tuple[str, ...]:
        """The locks as `kinroute.solve` takes them; those that no longer fit are left out."""
        found = []
        for number, route in enumerate(routes, 1):
            if tuple(route) in self.wholes:
                found.append(str(number))
                continue
            held = max((len(p) for p in self.prefixes if route[: len(p)] == p), default=0)
            if held:
                found.append(f"{number}:{held}")
        return tuple(found)

    def is_whole(self, route: Route) -> bool:
        """Whether all of a route is locked."""
        return route in self.wholes

    def toggled(self, route: Route) -> Locks:
        """Lock or unlock all of a route."""
        wholes = tuple(r for r in self.wholes if r != route)
        return Locks(self.prefixes, wholes if len(wholes) < len(self.wholes) else (*wholes, route))

    def upto(self, route: Route, customer: int) -> Locks:
        """Lock a route up to one of its stops; once more unlocks it."""
        prefix = route[: route.index(customer) + 1]
        others = tuple(p for p in self.prefixes if p[0] != prefix[0])
        return Locks(others if prefix in self.prefixes else (*others, prefix), self.wholes)
