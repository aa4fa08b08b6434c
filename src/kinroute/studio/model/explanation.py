"""Why a route is what it is: what each stop costs, and which one is best removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.itinerary import Itinerary, itineraries

Route = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopCost:
    """A stop, and what the route would cost less without it."""

    customer: int
    saving: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteFacts:
    """A route with its totals and the price of each of its stops."""

    itinerary: Itinerary
    cost: float
    stops: tuple[StopCost, ...]

    @property
    def best_to_remove(self) -> StopCost | None:
        """The stop that saves most; None where none saves anything."""
        best = max(self.stops, key=lambda stop: stop.saving)
        return best if best.saving > 0 else None


def route_facts(instance: Instance, routes: Sequence[Route], number: int) -> RouteFacts:
    """Explain route `number`, counted from 0."""
    route = tuple(routes[number])
    return RouteFacts(
        itinerary=itineraries(instance, tuple(map(tuple, routes)))[number],
        cost=route_cost(instance, route),
        stops=tuple(
            StopCost(customer=customer, saving=removal_saving(instance, route, place))
            for place, customer in enumerate(route)
        ),
    )


def route_cost(instance: Instance, route: Route) -> float:
    """What a route adds to the cost of a solution; 0 for an empty one."""
    if not route:
        return 0.0
    verdict = check(instance, Solution([route]))
    return verdict.cost


def removal_saving(instance: Instance, route: Route, place: int) -> float:
    """How much less a route costs without the stop at a place."""
    return _arcs_cost(instance, route, place, 1) - _arcs_cost(
        instance, route[:place] + route[place + 1 :], place, 0
    )


def best_place(instance: Instance, route: Route, customer: int) -> tuple[int, float]:
    """Where a customer is inserted at least cost, and that cost."""
    prices = [insertion_cost(instance, route, customer, place) for place in range(len(route) + 1)]
    place = min(range(len(prices)), key=prices.__getitem__)
    return place, prices[place]


def insertion_cost(instance: Instance, route: Route, customer: int, place: int) -> float:
    """How much more a route costs with a customer inserted at a place."""
    longer = (*route[:place], customer, *route[place:])
    return removal_saving(instance, longer, place)


def _arcs_cost(instance: Instance, route: Route, place: int, stops: int) -> float:
    """The cost of the arcs around a place, with the service of the `stops` there."""
    if not route:
        return 0.0
    nodes = [0, *route] if instance.open_routes else [0, *route, 0]
    pairs = list(
        zip(nodes[place : place + stops + 2], nodes[place + 1 : place + stops + 2], strict=False)
    )
    distance = sum(instance.distance(i, j) for i, j in pairs)
    duration = sum(instance.duration(i, j) for i, j in pairs)
    duration += sum(float(instance.service[c - 1]) for c in route[place : place + stops])
    alone = 1 if stops and len(route) == 1 else 0
    return instance.cost(distance, duration, alone)
