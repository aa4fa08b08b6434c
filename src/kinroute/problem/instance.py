"""An instance of the capacitated vehicle routing problem."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from kinroute.errors import ImpossibleError, InstanceError
from kinroute.problem import geometry, packing, validation
from kinroute.problem.geometry import FloatArray, Metric, Rounding
from kinroute.problem.reachability import out_of_reach
from kinroute.problem.tolerance import exceeds, plain

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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, init=False)
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
    distances: FloatArray | None = None
    """(n + 1, n + 1), the depot first; may be asymmetric; the diagonal is not used."""
    metric: Metric = "euclidean"
    """Becomes "matrix" when distances are given; coordinates then only serve pictures."""
    rounding: Rounding = "none"
    service: FloatArray
    """(n,) time spent at each customer; a single number holds for all."""
    max_duration: float = math.inf
    """Limit on the travel plus service time of a route."""
    vehicles: int | None = None
    """Maximum number of routes."""
    name: str = "unnamed"
    names: tuple[str, ...] | None = None
    """(n,) names of the customers."""
    source: str | None = None
    """The file it came from, for messages."""
    rounding_reason: str = ""
    """Why distances are rounded as they are, for display."""
    is_symmetric: bool = field(init=False, default=True)
    """Whether every distance is the same in both directions."""

    def __init__(
        self,
        *,
        demands: npt.ArrayLike,
        capacity: float,
        coordinates: npt.ArrayLike | None = None,
        distances: npt.ArrayLike | None = None,
        metric: Metric = "euclidean",
        rounding: Rounding = "none",
        service: npt.ArrayLike = 0.0,
        max_duration: float = math.inf,
        vehicles: int | None = None,
        name: str = "unnamed",
        names: Iterable[str] | None = None,
        source: str | None = None,
        rounding_reason: str = "",
    ) -> None:
        given = {**locals(), "is_symmetric": True}
        for part in fields(self):
            self._set(part.name, given[part.name])
        try:
            self._adopt_values()
            self._refuse_the_impossible()
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

    def positions(self) -> FloatArray:
        """Return (n + 1, 2) positions on a plane, for pictures and angles.

        These are the coordinates; points on the globe are projected (km east and north of the
        depot); a matrix without coordinates is drawn by multidimensional scaling.
        """
        if self.coordinates is None:
            assert self.distances is not None
            return geometry.embedded(self.distances)
        if self.metric in ("geo", "great_circle"):
            return geometry.projected(self.coordinates, self.metric)
        return self.coordinates

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
        limit = validation.positive(self.max_duration, "max_duration", or_infinite=True)
        self._set("max_duration", limit)
        if self.vehicles is not None:
            self._set("vehicles", validation.fleet(self.vehicles))
        if self.names is not None:
            self._set("names", validation.customer_names(self.names, n))

    def _adopt_geometry(self) -> int:
        """Check coordinates and distances; return the number of nodes that they agree on."""
        if self.coordinates is None and self.distances is None:
            raise InstanceError("neither coordinates nor distances are given; give one of them")
        if self.distances is not None:
            self._set("metric", "matrix")
            self._set("distances", validation.distance_matrix(self.distances))
            self._set("is_symmetric", bool(np.array_equal(self.distances, self.distances.T)))
        elif self.metric == "matrix":
            raise InstanceError("metric 'matrix' needs distances; give them, or another metric")
        if self.coordinates is not None:
            pairs = validation.coordinate_pairs(self.coordinates, self.metric)
            self._set("coordinates", pairs)
            if self.distances is not None and len(pairs) != len(self.distances):
                raise InstanceError(
                    f"coordinates have {len(pairs)} rows, distances {len(self.distances)}; "
                    "both need one row per node, depot first"
                )
            return len(pairs)
        assert self.distances is not None
        return len(self.distances)

    def _refuse_the_impossible(self) -> None:
        """Raise ImpossibleError where it is proved that no feasible solution exists."""
        self._refuse_large_demands()
        if self.vehicles is not None:
            self._refuse_small_fleets(self.vehicles)
        if math.isfinite(self.max_duration):
            self._refuse_long_round_trips()

    def _refuse_large_demands(self) -> None:
        for customer, demand in enumerate(self.demands.tolist(), 1):
            if exceeds(demand, self.capacity, 1):
                raise ImpossibleError(
                    f"demand {plain(demand)} of {self.customer_text(customer)} is more than a "
                    f"vehicle carries (capacity {plain(self.capacity)})\n"
                    f"Split the stop, or raise the capacity to at least {plain(demand)}.",
                    customer=customer,
                )

    def _refuse_small_fleets(self, vehicles: int) -> None:
        total, carried = self.total_demand, vehicles * self.capacity
        plural = "s" if vehicles > 1 else ""
        fleet = f"{vehicles} vehicle{plural} of capacity {plain(self.capacity)}"
        if exceeds(total, carried, self.customers):
            raise ImpossibleError(
                f"total demand {plain(total)} is more than {fleet} can carry ({plain(carried)})\n"
                f"Allow at least {self.fewest_vehicles} vehicles, or raise the capacity."
            )
        sizes, capacity = packing.whole_sizes(self.demands.tolist(), self.capacity)
        if packing.packs(sizes, capacity, vehicles) is False:
            more = max(vehicles + 1, packing.fewest_bins(sizes, capacity))
            raise ImpossibleError(
                f"the demands cannot be packed into {fleet}, although their total "
                f"{plain(total)} is not above {plain(carried)}\n"
                f"Allow at least {more} vehicles, or raise the capacity."
            )

    def _refuse_long_round_trips(self) -> None:
        late = out_of_reach(self)
        if late is not None:
            customer, duration = late
            raise ImpossibleError(
                f"{self.customer_text(customer)} needs {plain(duration)} out and back with its "
                f"service, but a route may last {plain(self.max_duration)}\n"
                f"Raise the duration limit to at least {plain(duration)}, or leave it out.",
                customer=customer,
            )

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
