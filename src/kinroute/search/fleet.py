"""The maximum number of routes of a search: the user's bound, or more than will be needed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kinroute.problem import packing
from kinroute.problem.instance import Instance
from kinroute.problem.legs import Nodes, distances_between, distances_from, durations_between
from kinroute.search.arcs import arcs_of


def fleet(instance: Instance, routes: int = 0) -> int:
    """The user's bound; without one, so many routes that no good solution has more.

    At least `routes`, as many as HGS-CVRP allows for the demand, as many as a sweep needs under the
    other limits, and one more for every customer with which a route may begin.
    """
    if instance.vehicles is not None:
        return min(instance.vehicles, instance.customers)
    sizes, capacity = packing.whole_sizes(instance.demands.tolist(), instance.capacity)
    enough = [
        math.ceil(1.3 * instance.total_demand / instance.capacity) + 3,
        packing.best_fit_bins(sorted(sizes, reverse=True), capacity),
        math.ceil(1.3 * _swept_routes(instance)) + 3,
        routes,
    ]
    return min(max(enough) + _possible_starts(instance), instance.customers)


def needed_routes(instance: Instance) -> float:
    """About how many routes a solution has: by the demand, or by a sweep under other limits."""
    return max(1.0, instance.full_vehicles, float(_swept_routes(instance)))


def _possible_starts(instance: Instance) -> int:
    """Customers that are cheaper from the depot than behind some other customer.

    A route that begins with another one can be appended to any route, as far as limits allow. With
    the triangle inequality there are none, unless routes are open: a detour over the depot never
    pays. Where durations limit what distances cost, nothing is known of any customer.
    """
    if instance.durations is not None and math.isfinite(instance.max_duration):
        return instance.customers
    arcs = arcs_of(instance, "cost")
    if arcs.matrix is None:
        if not instance.open_routes:
            return 0
        starts = distances_from(instance, 0)[1:] * arcs.per_distance + instance.fixed_cost
        return int(np.count_nonzero(starts < arcs.longest))
    is_start = np.zeros(instance.customers, np.bool_)
    starts = arcs.matrix[0, 1:] + instance.fixed_cost
    for row in arcs.matrix[1:]:
        is_start |= row[0] + starts < row[1:]
    return int(np.count_nonzero(is_start))


def _swept_routes(instance: Instance) -> int:
    """Routes of a sweep around the depot within all limits; 0 where capacity is the only one."""
    limits = (instance.max_duration, instance.max_distance, instance.max_stops or math.inf)
    if all(map(math.isinf, limits)):
        return 0
    positions = instance.positions()
    angles = np.arctan2(*(positions[1:] - positions[0]).T)
    return _Sweep(instance, np.argsort(angles, kind="stable") + 1).routes()


class _Sweep:
    """Appends customers to a route, and opens a new one where a limit would be exceeded."""

    def __init__(self, instance: Instance, customers: Nodes) -> None:
        depot = np.zeros(len(customers), np.intp)
        before = np.append(0, customers[:-1])
        self._capacity = instance.capacity
        self._max_stops = instance.max_stops or math.inf
        self._demands = instance.demands[customers - 1].tolist()
        counts = instance.stop_counts
        self._counts = [1] * len(customers) if counts is None else counts[customers - 1].tolist()
        service = instance.service[customers - 1]
        self._durations = _Travel(
            (durations_between(instance, before, customers) + service).tolist(),
            (durations_between(instance, depot, customers) + service).tolist(),
            durations_between(instance, customers, depot).tolist(),
            instance.max_duration,
        )
        self._distances = _Travel(
            distances_between(instance, before, customers).tolist(),
            distances_between(instance, depot, customers).tolist(),
            distances_between(instance, customers, depot).tolist(),
            instance.max_distance,
        )
        if instance.open_routes:
            self._durations.home = self._distances.home = [0.0] * len(customers)

    def routes(self) -> int:
        """The number of routes."""
        routes, stops, load = 0, 0, 0.0
        travels = (self._durations, self._distances)
        for k, (demand, count) in enumerate(zip(self._demands, self._counts, strict=True)):
            fits = stops + count <= self._max_stops and load + demand <= self._capacity
            if routes and fits and all(travel.fits(k) for travel in travels):
                stops, load = stops + count, load + demand
                for travel in travels:
                    travel.total += travel.on[k]
            else:
                routes, stops, load = routes + 1, count, demand
                for travel in travels:
                    travel.total = travel.out[k]
        return routes


@dataclass(slots=True)
class _Travel:
    """What each customer adds to a route: behind the one before, first of all, and going home."""

    on: list[float]
    out: list[float]
    home: list[float]
    most: float
    total: float = 0.0

    def fits(self, k: int) -> bool:
        return self.total + self.on[k] + self.home[k] <= self.most
