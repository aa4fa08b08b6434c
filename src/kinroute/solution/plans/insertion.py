"""Cheapest insertion of customers into routes that keep limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.legs import distances_from, durations_from
from kinroute.solution.plans.limits import Limits, sums_of

_Mask = npt.NDArray[np.bool_]


class Insertion:
    """Routes, and all places between their stops where a customer may go.

    The first `fixed[r]` stops of route r stay where they are; nothing enters the routes in
    `closed`.
    """

    def __init__(
        self,
        instance: Instance,
        routes: Iterable[Iterable[int]],
        *,
        fixed: Sequence[int],
        closed: Iterable[int] = (),
    ) -> None:
        self._instance, self._limits = instance, Limits.of(instance)
        self.routes = [list(route) for route in routes]
        places = [
            (before, after, number, at)
            for number, route in enumerate(self.routes)
            if number not in set(closed)
            for at, (before, after) in enumerate(pairwise((0, *route, 0)))
            if at >= fixed[number]
        ]
        flat = np.array(places, np.intp).reshape(-1, 4)
        self._before, self._after, self._route, self._at = (flat[:, k].copy() for k in range(4))
        sums = [sums_of(instance, route) for route in self.routes]
        self._load = np.array([part.load for part in sums])
        self._distance = np.array([part.distance for part in sums])
        self._duration = np.array([part.duration for part in sums])
        self._stops = np.array([float(part.stops) for part in sums])
        self._length, self._time = self._arcs(self._before, self._after)

    def insert(self, customer: int) -> None:
        """Insert a customer at its cheapest place that keeps the limits; else open a route for it;
        else, where no further vehicle is allowed, at the place that violates them least."""
        if not len(self._before):
            self._open(customer)
            return
        distance, duration = self._changes(customer)
        with np.errstate(invalid="ignore"):  # 0 × inf, of a forbidden arc
            cost = self._instance.distance_cost * distance
            if self._instance.duration_cost:
                cost = cost + self._instance.duration_cost * duration
        fits = self._fits(customer, distance, duration)
        if fits.any():
            self._put(customer, int(np.argmin(np.where(fits, cost, np.inf))), distance, duration)
        elif self._may_open():
            self._open(customer)
        else:
            excess = self._load[self._route] + self._instance.demands[customer - 1]
            order = np.lexsort((cost, np.maximum(excess, self._limits.load), ~np.isfinite(cost)))
            self._put(customer, int(order[0]), distance, duration)

    def _changes(self, customer: int) -> tuple[FloatArray, FloatArray]:
        """What the length and the duration of its route grow by, for every place."""
        instance, service = self._instance, float(self._instance.service[customer - 1])
        changes = []
        for legs, now in ((distances_from, self._length), (durations_from, self._time)):
            onwards = legs(instance, customer)[self._after]
            if instance.open_routes:
                onwards[self._after == 0] = 0.0
            changes.append(legs(instance, customer, forwards=False)[self._before] + onwards - now)
        return changes[0], changes[1] + service

    def _fits(self, customer: int, distance: FloatArray, duration: FloatArray) -> _Mask:
        r, limits = self._route, self._limits
        fits: _Mask = (
            np.isfinite(distance)
            & np.isfinite(duration)
            & (self._load[r] + self._instance.demands[customer - 1] <= limits.load)
            & (self._distance[r] + distance <= limits.distance)
            & (self._duration[r] + duration <= limits.duration)
            & (self._stops[r] + 1 <= limits.stops)
        )
        return fits

    def _put(self, customer: int, place: int, distance: FloatArray, duration: FloatArray) -> None:
        r, at, after = self._route[place], self._at[place], self._after[place]
        self.routes[r].insert(at, customer)
        self._load[r] += self._instance.demands[customer - 1]
        self._distance[r] += distance[place]
        self._duration[r] += duration[place]
        self._stops[r] += 1
        self._at[(self._route == r) & (self._at > at)] += 1
        self._after[place] = customer
        self._add_place(place + 1, customer, after, r, at + 1)
        self._length[place], self._time[place] = self._arc(self._before[place], customer)

    def _may_open(self) -> bool:
        vehicles = self._instance.vehicles
        return vehicles is None or sum(map(bool, self.routes)) < vehicles

    def _open(self, customer: int) -> None:
        self.routes.append([customer])
        sums = sums_of(self._instance, [customer])
        self._load = np.append(self._load, sums.load)
        self._distance = np.append(self._distance, sums.distance)
        self._duration = np.append(self._duration, sums.duration)
        self._stops = np.append(self._stops, 1.0)
        number = len(self.routes) - 1
        self._add_place(len(self._before), 0, customer, number, 0)
        self._add_place(len(self._before), customer, 0, number, 1)

    def _add_place(self, index: int, before: int, after: int, route: int, at: int) -> None:
        self._before = np.insert(self._before, index, before)
        self._after = np.insert(self._after, index, after)
        self._route = np.insert(self._route, index, route)
        self._at = np.insert(self._at, index, at)
        length, time = self._arc(before, after)
        self._length = np.insert(self._length, index, length)
        self._time = np.insert(self._time, index, time)

    def _arcs(
        self, before: npt.NDArray[np.intp], after: npt.NDArray[np.intp]
    ) -> tuple[FloatArray, FloatArray]:
        pairs = [self._arc(i, j) for i, j in zip(before.tolist(), after.tolist(), strict=True)]
        both = np.array(pairs).reshape(-1, 2)
        return both[:, 0].copy(), both[:, 1].copy()

    def _arc(self, i: int, j: int) -> tuple[float, float]:
        """Length and travel time of an arc; nothing for a forbidden one, or back to the depot of
        an open route."""
        if i == j or (j == 0 and self._instance.open_routes) or self._instance.is_forbidden(i, j):
            return 0.0, 0.0
        return self._instance.distance(int(i), int(j)), self._instance.duration(int(i), int(j))
