"""An instance of the capacitated vehicle routing problem."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from kinroute.errors import InputWarning, InstanceError
from kinroute.problem import geometry, packing, units, validation
from kinroute.problem.geometry import FloatArray, Metric, Rounding
from kinroute.problem.impossible import refuse_the_impossible
from kinroute.problem.tolerance import plain
from kinroute.problem.units import TimeUnit

__all__ = ["FloatArray", "Instance", "Metric", "Rounding"]

_METRIC_TEXT = {
    "euclidean": "Euclidean distances",
    "geo": "TSPLIB geographical distances in km",
    "great_circle": "great-circle distances in km",
    "matrix": "distances from a matrix",
}
_ROUNDING_TEXT = {
    "nearest": "each rounded to the nearest integer",
    "up": "each rounded up to an integer",
    "none": "not rounded",
}


@dataclass(frozen=True, slots=True, weakref_slot=True, kw_only=True, eq=False, init=False)
class Instance:
    """A capacitated vehicle routing problem with one depot and n customers.

    Node 0 is the depot, nodes 1 ... n are the customers. Arrays are copied, checked and made
    read-only; anything that NumPy converts to such an array is accepted.

    Raises `InstanceError` for values that do not form an instance and `ImpossibleError` where no
    feasible solution can exist.
    """

    demands: FloatArray
    """(n,) one per customer; n + 1 values are taken too when the first, the depot's, is 0."""
    capacity: float
    coordinates: FloatArray | None = None
    """(n + 1, 2), the depot first: (x, y), or (lat, lon) in degrees for metrics on the globe."""
    geographic: bool = False
    """Whether coordinates are (lat, lon) in degrees although a matrix gives the distances; with
    metrics on the globe they always are. See `degrees`."""
    distances: FloatArray | None = None
    """(n + 1, n + 1), the depot first; may be asymmetric; `inf` forbids an arc; the diagonal is
    not used."""
    durations: FloatArray | None = None
    """(n + 1, n + 1) travel times, likewise; without them they follow from `speed`."""
    speed: float | None = None
    """Distance per hour. Without it and without `durations`, a unit of distance takes a unit of
    time, as in CVRPLIB; distances in km then have no times."""
    metric: Metric = "euclidean"
    """Becomes "matrix" when distances are given; coordinates then only serve pictures."""
    rounding: Rounding = "none"
    service: FloatArray
    """(n,) time spent at each customer; a single number holds for all."""
    max_duration: float = math.inf
    """Limit on the travel plus service time of a route."""
    max_distance: float = math.inf
    """Limit on the length of a route."""
    max_stops: int | None = None
    """Maximum number of customers on a route."""
    open_routes: bool = False
    """Whether routes end at their last customer instead of the depot."""
    distance_cost: float = 1.0
    duration_cost: float = 0.0
    fixed_cost: float = 0.0
    """What is minimised: `distance_cost` per distance, `duration_cost` per duration (travel and
    service), `fixed_cost` per route."""
    distance_unit: str = ""
    """For display; "km" for metrics on the globe."""
    time_unit: TimeUnit = ""
    """"s", "min" or "h": of durations, service and max_duration; "min" where a speed is given."""
    vehicles: int | None = None
    """Maximum number of routes."""
    name: str = "unnamed"
    names: tuple[str, ...] | None = None
    """(n,) names of the customers."""
    depot_name: str = "depot"
    attributes: tuple[Mapping[str, str], ...] | None = None
    """(n,) further columns of each customer (address, phone, ...), which exports carry."""
    source: str | None = None
    """The file it came from, for messages."""
    rounding_reason: str = ""
    """Why distances are rounded as they are, for display."""
    stop_counts: npt.NDArray[np.int64] | None = None
    """(n,) how many stops of `max_stops` each customer is; None for one each. For customers that
    stand for several (`kinroute.solution.plans.contraction`)."""
    is_symmetric: bool = field(init=False, default=True)
    """Whether every distance, and every duration, is the same in both directions."""
    has_forbidden_arcs: bool = field(init=False, default=False)

    def __init__(
        self,
        *,
        demands: npt.ArrayLike,
        capacity: float,
        coordinates: npt.ArrayLike | None = None,
        geographic: bool = False,
        distances: npt.ArrayLike | None = None,
        durations: npt.ArrayLike | None = None,
        speed: float | None = None,
        metric: Metric = "euclidean",
        rounding: Rounding = "none",
        service: npt.ArrayLike = 0.0,
        max_duration: float = math.inf,
        max_distance: float = math.inf,
        max_stops: int | None = None,
        open_routes: bool = False,
        distance_cost: float = 1.0,
        duration_cost: float = 0.0,
        fixed_cost: float = 0.0,
        distance_unit: str = "",
        time_unit: TimeUnit = "",
        vehicles: int | None = None,
        name: str = "unnamed",
        names: Iterable[str] | None = None,
        depot_name: str = "depot",
        attributes: Iterable[Mapping[str, str]] | None = None,
        source: str | None = None,
        rounding_reason: str = "",
        stop_counts: npt.ArrayLike | None = None,
    ) -> None:
        given = {**locals(), "is_symmetric": True, "has_forbidden_arcs": False}
        for part in fields(self):
            self._set(part.name, given[part.name])
        try:
            self._adopt_values()
            refuse_the_impossible(self)
        except InstanceError as error:
            raise error.located(source=self.source, place=None) from None

    @property
    def customers(self) -> int:
        """The number of customers, n."""
        return len(self.demands)

    @property
    def total_demand(self) -> float:
        """The sum of all demands."""
        return math.fsum(self.demands.tolist())

    @property
    def full_vehicles(self) -> float:
        """The total demand, counted in vehicles."""
        return self.total_demand / self.capacity

    @property
    def fewest_vehicles(self) -> int:
        """A lower bound on the routes of any feasible solution, from the demands alone."""
        sizes, capacity = packing.whole_sizes(self.demands.tolist(), self.capacity)
        return max(1, packing.fewest_bins(sizes, capacity))

    @property
    def rounding_text(self) -> str:
        """How distances are computed and rounded, in one line for display."""
        text = f"{_METRIC_TEXT[self.metric]}, {_ROUNDING_TEXT[self.rounding]}"
        text = text[0].upper() + text[1:]
        return f"{text} ({self.rounding_reason})" if self.rounding_reason else text

    def distance(self, i: int, j: int) -> float:
        """Return the distance from node i to node j in the user's units, rounded."""
        if i == j:
            return 0.0
        if self.distances is not None:
            return geometry.rounded(float(self.distances[i, j]), self.rounding)
        assert self.coordinates is not None
        a_x, a_y = self.coordinates[i].tolist()
        b_x, b_y = self.coordinates[j].tolist()
        return geometry.distance((a_x, a_y), (b_x, b_y), self.metric, self.rounding)

    def duration(self, i: int, j: int) -> float:
        """Return the travel time from node i to node j."""
        if i == j:
            return 0.0
        if self.durations is not None:
            return float(self.durations[i, j])
        return self.distance(i, j) * self.time_per_distance

    @property
    def time_per_distance(self) -> float:
        """Travel time of one unit of distance, where there are no `durations`."""
        if self.speed is None:
            return 1.0
        return units.PER_HOUR[self.time_unit] / self.speed

    @property
    def has_times(self) -> bool:
        """Whether travel times are known: not for distances in km without speed or durations."""
        return self.durations is not None or self.speed is not None or not self.distance_unit

    def is_forbidden(self, i: int, j: int) -> bool:
        """Return whether the arc from node i to node j may not be used."""
        if not self.has_forbidden_arcs or i == j:
            return False
        return math.isinf(self.distance(i, j)) or math.isinf(self.duration(i, j))

    def cost(self, distance: float, duration: float, routes: int) -> float:
        """Return what is minimised, for the totals of a solution."""
        weights = ((self.distance_cost, distance), (self.duration_cost, duration))
        # What has no weight is left out: over a forbidden arc, 0 times infinity is no number.
        parts = [weight * total for weight, total in weights if weight]
        return math.fsum([*parts, self.fixed_cost * routes])

    @property
    def objective_text(self) -> str:
        """What is minimised, for display: "distance", or a weighted sum."""
        weights = ((self.distance_cost, "distance"), (self.duration_cost, "duration"))
        parts = [
            name if weight == 1 else f"{plain(weight)} × {name}"
            for weight, name in weights
            if weight
        ]
        if self.fixed_cost:
            parts.append(f"{plain(self.fixed_cost)} per route")
        return " + ".join(parts)

    def positions(self) -> FloatArray:
        """Return (n + 1, 2) positions on a plane, for pictures and angles.

        These are the coordinates; points on the globe are projected (km east and north of the
        depot); a matrix without coordinates is drawn by multidimensional scaling.
        """
        if self.coordinates is None:
            assert self.distances is not None
            return geometry.embedded(self.distances)
        degrees = self.degrees()
        return self.coordinates if degrees is None else geometry.projected(degrees)

    def degrees(self) -> FloatArray | None:
        """Return (n + 1, 2) latitudes and longitudes in decimal degrees; None on a plane."""
        if self.metric == "geo":
            assert self.coordinates is not None
            return geometry.decimal_degrees(self.coordinates)
        return self.coordinates if self.geographic or self.metric == "great_circle" else None

    def with_changes(self, **changes: Any) -> Instance:
        """Return the same instance with some fields changed, checked again."""
        return replace(self, **changes)

    def customer_text(self, customer: int) -> str:
        """Return "customer 7", with its name where it has one."""
        name = f" ({self.names[customer - 1]!r})" if self.names else ""
        return f"customer {customer}{name}"

    def _adopt_values(self) -> None:
        """Replace the arguments by checked, read-only values."""
        if self.metric not in get_args(Metric):
            raise InstanceError(f"metric {self.metric!r} is none of {', '.join(get_args(Metric))}")
        if self.rounding not in get_args(Rounding):
            known = ", ".join(get_args(Rounding))
            raise InstanceError(f"rounding {self.rounding!r} is none of {known}")
        nodes = self._adopt_geometry()
        if nodes < 2:
            raise InstanceError("there are no customers; give the depot and at least one customer")
        n = nodes - 1
        self._set("capacity", validation.positive(self.capacity, "capacity"))
        self._set("demands", validation.customer_values(self.demands, "demand", n))
        self._set("service", validation.service_times(self.service, n))
        for limit in ("max_duration", "max_distance"):
            value = validation.positive(getattr(self, limit), limit, or_infinite=True)
            self._set(limit, value)
        for count in ("vehicles", "max_stops"):
            if getattr(self, count) is not None:
                self._set(count, validation.count(getattr(self, count), count))
        if self.stop_counts is not None:
            self._set("stop_counts", validation.stop_counts(self.stop_counts, n))
        self._adopt_costs()
        self._adopt_times(nodes)
        if self.attributes is not None:
            self._set("attributes", validation.attributes(self.attributes, n))
        if self.names is not None:
            self._set("names", validation.customer_names(self.names, n))

    def _adopt_costs(self) -> None:
        self._set("open_routes", bool(self.open_routes))
        for weight in ("distance_cost", "duration_cost", "fixed_cost"):
            self._set(weight, validation.amount(getattr(self, weight), weight))
        if self.distance_cost == self.duration_cost == 0:
            raise InstanceError(
                "distance_cost and duration_cost are both 0; one of them must be above 0"
            )

    def _adopt_times(self, nodes: int) -> None:
        """Check speed, durations and units; what needs times is refused where there are none."""
        self._set("time_unit", units.time_unit(self.time_unit))
        if self.metric == "great_circle" and not self.distance_unit:
            self._set("distance_unit", "km")
        if self.speed is not None:
            if self.durations is not None:
                raise InstanceError("speed and durations are both given; give one of them")
            self._set("speed", validation.positive(self.speed, "speed"))
            self._set("time_unit", self.time_unit or "min")
        if self.durations is not None:
            self._set("durations", validation.square_matrix(self.durations, "durations"))
            if len(self.durations) != nodes:
                raise InstanceError(
                    f"durations have {len(self.durations)} rows, but there are {nodes} nodes; "
                    "they need one row per node, depot first"
                )
        if not self.has_times:
            self._refuse_times()
        matrices = [m for m in (self.distances, self.durations) if m is not None]
        self._set("is_symmetric", all(np.array_equal(m, m.T) for m in matrices))
        self._set("has_forbidden_arcs", any(bool(np.isinf(m).any()) for m in matrices))

    def _refuse_times(self) -> None:
        users = {
            "service": bool(self.service.any()),
            "max_duration": math.isfinite(self.max_duration),
            "duration_cost": self.duration_cost > 0,
        }
        for name, is_used in users.items():
            if is_used:
                raise InstanceError(
                    f"{name} is a time, but distances are in {self.distance_unit} and nothing says "
                    "how long they take\nGive a speed (--speed 30, in distance per hour), or "
                    "durations."
                )

    def _adopt_geometry(self) -> int:
        """Check coordinates and distances; return the number of nodes that they agree on."""
        if self.coordinates is None and self.distances is None:
            raise InstanceError("neither coordinates nor distances are given; give one of them")
        if self.distances is not None:
            self._set("geographic", self.geographic or self.metric == "great_circle")
            self._set("metric", "matrix")
            self._set("distances", validation.square_matrix(self.distances, "distances"))
        elif self.metric == "matrix":
            raise InstanceError("metric 'matrix' needs distances; give them, or another metric")
        if self.coordinates is not None:
            if self.geographic and self.metric == "euclidean":
                raise InstanceError(
                    "geographic coordinates have no Euclidean distances; use metric "
                    "'great_circle', or give distances"
                )
            kind = "great_circle" if self.geographic else self.metric
            pairs = validation.coordinate_pairs(self.coordinates, kind)
            if self.metric == "euclidean" and validation.look_like_degrees(pairs):
                where = f"{self.source}: " if self.source else ""
                warnings.warn(where + validation.DEGREES, InputWarning, stacklevel=4)
            self._set("coordinates", pairs)
            if self.distances is not None and len(pairs) != len(self.distances):
                raise InstanceError(
                    f"coordinates have {len(pairs)} rows, distances {len(self.distances)}; "
                    "both need one row per node, depot first"
                )
            return len(pairs)
        assert self.distances is not None
        return len(self.distances)

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
