"""The limits of an instance, as sums along a route keep them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kinroute.problem.instance import Instance

_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What a route sums up to."""

    load: float
    distance: float
    duration: float
    stops: int
    forbidden: int
    """Forbidden arcs on it; their length is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Upper bounds with the tolerance of sums; inf where there is none."""

    load: float
    distance: float
    duration: float
    stops: float

    @staticmethod
    def of(instance: Instance) -> Limits:
        """The limits of an instance."""
        stops = math.inf if instance.max_stops is None else float(instance.max_stops)
        return Limits(
            load=_tolerant(instance.capacity),
            distance=_tolerant(instance.max_distance),
            duration=_tolerant(instance.max_duration),
            stops=stops,
        )

    def excess(self, sums: Sums) -> float:
        """How far a route is beyond them, in shares of each limit; 0 where it keeps them all."""
        parts = [
            max(0.0, value - limit) / limit if math.isfinite(limit) else 0.0
            for value, limit in (
                (sums.load, self.load),
                (sums.distance, self.distance),
                (sums.duration, self.duration),
                (float(sums.stops), self.stops),
            )
        ]
        return math.fsum(parts) + sums.forbidden


def sums_of(instance: Instance, route: Sequence[int]) -> Sums:
    """The sums of a route of customers."""
    nodes = (0, *route) if instance.open_routes else (0, *route, 0)
    arcs = [arc for arc in pairwise(nodes) if not instance.is_forbidden(*arc)]
    service = math.fsum(float(instance.service[customer - 1]) for customer in route)
    return Sums(
        load=math.fsum(float(instance.demands[customer - 1]) for customer in route),
        distance=math.fsum(instance.distance(*arc) for arc in arcs),
        duration=service + math.fsum(instance.duration(*arc) for arc in arcs),
        stops=len(route),
        forbidden=len(nodes) - 1 - len(arcs),
    )


def _tolerant(limit: float) -> float:
    return limit + _TOLERANCE * max(1.0, limit) if math.isfinite(limit) else limit
