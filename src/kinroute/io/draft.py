"""The content of a file, before it is checked as an instance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kinroute.errors import FormatError, InstanceError
from kinroute.problem.geometry import FloatArray, Metric, Rounding
from kinroute.problem.instance import Instance


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """Values that override those of the file; None keeps the file's."""

    rounding: Rounding | None = None
    capacity: float | None = None
    vehicles: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The fields of an instance as the file gives them, and the place of each customer in it."""

    source: str
    demands: Any
    places: Sequence[str]
    """One per customer, like "line 14": where an error about it points."""
    capacity: float | None = None
    coordinates: FloatArray | None = None
    distances: FloatArray | None = None
    metric: Metric = "euclidean"
    rounding: Rounding = "none"
    rounding_reason: str = ""
    service: Any = field(default_factory=lambda: np.zeros(0))
    max_duration: float = math.inf
    vehicles: int | None = None
    name: str = "unnamed"
    names: Sequence[str] | None = None
    no_capacity: str = "the capacity is missing"

    def instance(self, overrides: Overrides) -> Instance:
        """Return the instance; errors about a customer name its place in the file."""
        capacity = self.capacity if overrides.capacity is None else overrides.capacity
        if capacity is None:
            raise FormatError(self.no_capacity, source=self.source)
        forced = overrides.rounding not in (None, self.rounding)
        try:
            return Instance(
                demands=self.demands,
                capacity=capacity,
                coordinates=self.coordinates,
                distances=self.distances,
                metric=self.metric,
                rounding=overrides.rounding or self.rounding,
                rounding_reason="as requested" if forced else self.rounding_reason,
                service=self.service,
                max_duration=self.max_duration,
                vehicles=self.vehicles if overrides.vehicles is None else overrides.vehicles,
                name=self.name,
                names=None if self.names is None else tuple(self.names),
                source=self.source,
            )
        except InstanceError as error:
            customer = error.customer
            place = None if customer is None else self.places[customer - 1]
            raise error.located(source=self.source, place=place) from None
