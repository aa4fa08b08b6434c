"""The content of a file, before it is checked as an instance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from kinroute.errors import FormatError, InstanceError
from kinroute.io.text import printable
from kinroute.problem import units
from kinroute.problem.geometry import FloatArray, Metric, Rounding
from kinroute.problem.instance import Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """Values that override those of the file; None keeps the file's."""

    rounding: Rounding | None = None
    capacity: float | None = None
    vehicles: int | None = None
    speed: float | None = None
    max_duration: float | str | None = None
    """A number in the instance's time unit, or a text such as "8h"."""
    max_distance: float | None = None
    max_stops: int | None = None
    open_routes: bool | None = None
    distance_cost: float | None = None
    duration_cost: float | None = None
    fixed_cost: float | None = None
    distance_unit: str | None = None
    time_unit: str | None = None

    def given(self) -> dict[str, Any]:
        """Those that are not None."""
        values = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The fields of an instance as the file gives them, and the place of each customer in it."""

    source: str
    demands: Any
    places: Sequence[str]
    """One per customer, like "line 14": where an error about it points."""
    depot_place: str = "the depot"
    capacity: float | None = None
    coordinates: FloatArray | None = None
    geographic: bool = False
    distances: FloatArray | None = None
    durations: FloatArray | None = None
    speed: float | None = None
    metric: Metric = "euclidean"
    rounding: Rounding = "none"
    rounding_reason: str = ""
    service: Any = field(default_factory=lambda: np.zeros(0))
    max_duration: float = math.inf
    max_distance: float = math.inf
    max_stops: int | None = None
    open_routes: bool = False
    distance_cost: float = 1.0
    duration_cost: float = 0.0
    fixed_cost: float = 0.0
    distance_unit: str = ""
    time_unit: str = ""
    vehicles: int | None = None
    name: str = "unnamed"
    names: Sequence[str] | None = None
    depot_name: str = "depot"
    attributes: Sequence[Mapping[str, str]] | None = None
    no_capacity: str = "the capacity is missing"
    service_unit: str = ""
    """The unit of the service times where the file has one of its own for them."""
    notes: Sequence[str] = ()
    """What was assumed, for a warning."""

    def instance(self, overrides: Overrides) -> Instance:
        """Return the instance; errors about a customer name its place in the file."""
        given = overrides.given()
        values = {name: getattr(self, name) for name in _INSTANCE_FIELDS}
        values |= _printable_texts(values)
        if given.get("rounding", self.rounding) != self.rounding:
            values["rounding_reason"] = "as requested"
        values |= given
        if values["capacity"] is None:
            raise FormatError(self.no_capacity, source=self.source)
        try:
            values |= _times(values, self.service_unit)
            return Instance(**values)
        except InstanceError as error:
            customer = error.customer
            place = None if customer is None else self.places[customer - 1]
            raise error.located(source=self.source, place=place) from None


_INSTANCE_FIELDS = [
    part.name
    for part in fields(Draft)
    if part.name not in ("places", "depot_place", "no_capacity", "service_unit", "notes")
]


def _times(values: dict[str, Any], service_unit: str) -> dict[str, Any]:
    """The time unit, and limit and service in it."""
    unit = units.time_unit(values["time_unit"])
    if not unit and values["speed"] is not None:
        unit = "min"
    own = units.time_unit(service_unit)
    if own and not unit:
        unit = own
    times: dict[str, Any] = {"time_unit": unit}
    if own and own != unit:
        share = units.PER_HOUR[unit] / units.PER_HOUR[own]
        times["service"] = [share * value for value in values["service"]]
    if isinstance(limit := values["max_duration"], str):
        times["max_duration"] = units.amount_of_time(limit, unit, "max_duration")
    return times


def _printable_texts(values: dict[str, Any]) -> dict[str, Any]:
    """Names and carried cells without control characters, which a terminal would obey."""
    names, rows = values["names"], values["attributes"]
    return {
        "name": printable(values["name"]),
        "depot_name": printable(values["depot_name"]),
        "names": None if names is None else [printable(name) for name in names],
        "attributes": rows
        and [{printable(k): printable(v) for k, v in row.items()} for row in rows],
    }
