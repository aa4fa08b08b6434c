"""Stops and routes as tables: the columns of .csv, .xlsx and data frames."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from kinroute.problem.instance import Instance
from kinroute.solution.itinerary import Itinerary
from kinroute.solution.measures import distance_unit
from kinroute.solution.result import Result

Row = tuple[Any, ...]

_STOP = ("route", "position", "node", "name", "demand", "load", "distance", "arrival", "departure")
_UNITS = ("distance_unit", "time_unit")
_ROUTE = ("route", "stops", "load", "capacity", "distance", "duration", *_UNITS)
_DIGITS = 6
_PLACE_DIGITS = 9


def stop_columns(instance: Instance) -> tuple[str, ...]:
    """Names of the columns of `stop_rows`.

    Carried columns of the input come last; one whose name is taken gets " (input)" behind it.
    """
    own = (*_STOP, *place_columns(instance), *_UNITS)
    taken = list(own)
    for name in attribute_names(instance):
        while name in taken:
            name += " (input)"
        taken.append(name)
    return tuple(taken)


def stop_rows(result: Result) -> Iterator[Row]:
    """One row per stop, the depot included; position 0 is the start of a route."""
    instance = result.instance
    attributes = attribute_names(instance)
    places = _places(instance)
    for route in result.itineraries:
        for position, stop in enumerate(route.stops):
            yield (
                *(route.number, position, stop.node, stop.name),
                *map(rounded, (stop.demand, stop.load, stop.distance)),
                *map(rounded, (stop.arrival, stop.departure)),
                *(() if places is None else places[stop.node]),
                *_units(instance),
                *(stop.attributes.get(name, "") for name in attributes),
            )


def route_columns() -> tuple[str, ...]:
    """Names of the columns of `route_rows`."""
    return _ROUTE


def route_rows(instance: Instance, routes: Iterable[Itinerary]) -> Iterator[Row]:
    """One row per route."""
    for route in routes:
        yield (
            *(route.number, len(route.customers)),
            *map(rounded, (route.load, instance.capacity, route.distance, route.duration)),
            *_units(instance),
        )


def place_columns(instance: Instance) -> tuple[str, ...]:
    """Names of the coordinates, if there are any."""
    if instance.coordinates is None:
        return ()
    return ("x", "y") if instance.degrees() is None else ("latitude", "longitude")


def attribute_names(instance: Instance) -> tuple[str, ...]:
    """The carried columns, in the order of their first appearance."""
    return tuple(dict.fromkeys(name for row in instance.attributes or () for name in row))


def rounded(value: float | None) -> float | int | None:
    """A number without the noise of sums; None where there is none, or it is infinite."""
    if value is None or not math.isfinite(value):
        return None
    return _plain(round(value, _DIGITS))


def _plain(value: float) -> float | int:
    return int(value) if value.is_integer() else value


def _places(instance: Instance) -> list[list[float]] | None:
    degrees = instance.degrees()
    places = instance.coordinates if degrees is None else degrees
    if places is None:
        return None
    return [[_plain(round(value, _PLACE_DIGITS)) for value in place] for place in places.tolist()]


def _units(instance: Instance) -> tuple[str, str]:
    return distance_unit(instance), instance.time_unit
