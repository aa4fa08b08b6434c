"""Routes as drivers see them: stops by name, with times, loads and distances."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kinroute.problem.instance import Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One visit of a route, counted from its departure from the depot.

    The depot is the first stop and, unless routes are open, also the last one.
    """

    node: int
    """0 is the depot, 1 … n are customers."""
    name: str
    demand: float
    load: float
    """Delivered up to and including this stop."""
    distance: float
    """Driven up to this stop."""
    arrival: float | None
    """In the instance's time unit since the route began; None where it has no times."""
    departure: float | None
    attributes: Mapping[str, str]
    """Further columns of the input, such as an address."""

    @property
    def label(self) -> str:
        """The name, or the number where the name is empty; for display."""
        return self.name if self.name.strip() else str(self.node)


@dataclass(frozen=True, slots=True, kw_only=True)
class Itinerary:
    """A route with its stops and totals."""

    number: int
    """1 … number of routes."""
    stops: tuple[Stop, ...]
    load: float
    distance: float
    duration: float | None
    """Travel plus service; None where the instance has no times."""

    @property
    def customers(self) -> tuple[Stop, ...]:
        """The stops at customers."""
        return tuple(stop for stop in self.stops if stop.node)

    def as_dict(self) -> dict[str, Any]:
        """The itinerary in plain values."""
        return {
            "route": self.number,
            "load": _plain(self.load),
            "distance": _plain(self.distance),
            "duration": _plain(self.duration),
            "stops": [_stop_dict(stop) for stop in self.stops],
        }


def itineraries(instance: Instance, routes: tuple[tuple[int, ...], ...]) -> tuple[Itinerary, ...]:
    """The itineraries of routes that only visit customers of the instance."""
    return tuple(_itinerary(instance, number, route) for number, route in enumerate(routes, 1))


def _itinerary(instance: Instance, number: int, route: tuple[int, ...]) -> Itinerary:
    stops = tuple(_stops(instance, route))
    return Itinerary(
        number=number,
        stops=stops,
        load=stops[-1].load,
        distance=stops[-1].distance,
        duration=stops[-1].departure,
    )


def _stops(instance: Instance, route: tuple[int, ...]) -> Iterator[Stop]:
    nodes = (*route,) if instance.open_routes else (*route, 0)
    load = distance = time = 0.0
    last = 0
    for node in (0, *nodes):
        demand = float(instance.demands[node - 1]) if node else 0.0
        service = float(instance.service[node - 1]) if node else 0.0
        load += demand
        distance += instance.distance(last, node)
        arrival = time + instance.duration(last, node)
        time = arrival + service
        yield Stop(
            node=node,
            name=_name(instance, node),
            demand=demand,
            load=load,
            distance=distance,
            arrival=arrival if instance.has_times else None,
            departure=time if instance.has_times else None,
            attributes=instance.attributes[node - 1] if node and instance.attributes else {},
        )
        last = node


def _name(instance: Instance, node: int) -> str:
    if node == 0:
        return instance.depot_name
    return str(node) if instance.names is None else instance.names[node - 1]


def _stop_dict(stop: Stop) -> dict[str, Any]:
    return {
        "node": stop.node,
        "name": stop.name,
        "demand": _plain(stop.demand),
        "load": _plain(stop.load),
        "distance": _plain(stop.distance),
        "arrival": _plain(stop.arrival),
        "departure": _plain(stop.departure),
        "attributes": dict(stop.attributes),
    }


def _plain(value: float | None) -> float | int | None:
    """A whole number as an int, so that it is printed without a point; None for an infinite one."""
    if value is None or not math.isfinite(value):
        return None
    return int(value) if value.is_integer() else value
