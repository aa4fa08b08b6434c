"""The maximum number of routes of a search: the user's bound, or more than will be needed."""

from __future__ import annotations

import math

import numpy as np

from kinroute.problem import packing
from kinroute.problem.instance import Instance
from kinroute.search.arcs import arcs_of


def fleet(instance: Instance, routes: int = 0) -> int:
    """The user's bound; without one, so many routes that no good solution has more.

    At least `routes`, as many as HGS-CVRP allows for the demand, as many as a sweep needs under the
    other limits, and one more for every customer that is nearer to the depot than to others.
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
    return min(max(enough) + _better_alone(instance), instance.customers)


def _better_alone(instance: Instance) -> int:
    """Customers that are cheaper from the depot than behind the customer that is nearest to them.

    With the triangle inequality there are none: a detour over the depot never pays.
    """
    costs = arcs_of(instance, "cost").matrix
    if costs is None or instance.customers < 2:
        return 0
    among = costs[1:, 1:].copy()
    np.fill_diagonal(among, np.inf)
    nearest = np.argmin(among, axis=0)
    over_depot = costs[1:, 0][nearest] + costs[0, 1:] + instance.fixed_cost
    return int(np.count_nonzero(over_depot < among[nearest, np.arange(instance.customers)]))


def _swept_routes(instance: Instance) -> int:
    """Routes of a sweep around the depot within all limits; 0 where capacity is the only one."""
    limits = (instance.max_duration, instance.max_distance, instance.max_stops or math.inf)
    if all(map(math.isinf, limits)):
        return 0
    positions = instance.positions()
    angles = np.arctan2(*(positions[1:] - positions[0]).T)
    sweep = _Sweep(instance)
    for customer in (np.argsort(angles, kind="stable") + 1).tolist():
        sweep.visit(customer)
    return sweep.routes


class _Sweep:
    """Appends customers to a route, and opens a new one where a limit would be exceeded."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self.routes = 0
        self._begin()

    def _begin(self) -> None:
        self.routes += 1
        self._last, self._stops = 0, 0
        self._load = self._duration = self._distance = 0.0

    def visit(self, customer: int) -> None:
        if self._last and not self._fits(customer):
            self._begin()
        instance = self._instance
        self._load += instance.demands[customer - 1]
        self._duration += instance.duration(self._last, customer) + instance.service[customer - 1]
        self._distance += instance.distance(self._last, customer)
        self._last, self._stops = customer, self._stops + self._count(customer)

    def _fits(self, customer: int) -> bool:
        instance, last = self._instance, self._last
        home = 0.0 if instance.open_routes else instance.distance(customer, 0)
        time_home = 0.0 if instance.open_routes else instance.duration(customer, 0)
        time = self._duration + instance.duration(last, customer) + time_home
        return (
            self._load + instance.demands[customer - 1] <= instance.capacity
            and time + instance.service[customer - 1] <= instance.max_duration
            and self._distance + instance.distance(last, customer) + home <= instance.max_distance
            and (
                instance.max_stops is None
                or self._stops + self._count(customer) <= instance.max_stops
            )
        )

    def _count(self, customer: int) -> int:
        counts = self._instance.stop_counts
        return 1 if counts is None else int(counts[customer - 1])
