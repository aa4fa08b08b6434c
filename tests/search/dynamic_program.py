"""An exact dynamic program for instances with up to eight customers, to judge the search by.

With routes of up to four stops it is for up to ten. It shares no code with the search. All orders
of all subsets are priced, level by level; the best feasible order of every subset is its route;
partitions of the customers into at most `vehicles` routes follow by dynamic programming over
subsets. Limits hold as the checker says: values near a
limit are summed again exactly and compared by `kinroute.problem.tolerance.exceeds`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

import numpy as np
import numpy.typing as npt

from kinroute import Instance
from kinroute.problem.tolerance import exceeds, slack
from kinroute.problem.units import PER_HOUR

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.intp]
Routes = tuple[tuple[int, ...], ...]

_EARTH_RADIUS = 6371.0088


@dataclass(frozen=True, slots=True)
class Optimum:
    """The least cost of a feasible solution, and one that has it."""

    cost: float
    routes: Routes


def optimum(instance: Instance) -> Optimum | None:
    """Return the optimum, or None where no solution is feasible."""
    n = instance.customers
    orders = _orders(n, min(n, instance.max_stops or n))
    prices = _prices(instance, orders)
    route_prices = np.full(2**n, np.inf)
    grouped = prices[orders.by_subset]
    route_prices[orders.visited] = np.minimum.reduceat(grouped, orders.starts)
    subsets = _partition(route_prices, n, min(instance.vehicles or n, n))
    if subsets is None:
        return None
    routes = []
    for subset in subsets:
        (own,) = np.nonzero(orders.subsets == subset)
        routes.append(orders.sequences[own[int(np.argmin(prices[own]))]])
    return Optimum(math.fsum(route_prices[subset] for subset in subsets), tuple(routes))


def distance_matrix(instance: Instance) -> Floats:
    """Return all distances, rounded, computed from the fields of the instance alone."""
    if instance.distances is not None:
        lengths = np.array(instance.distances)
    else:
        assert instance.coordinates is not None
        assert instance.metric in ("euclidean", "great_circle")
        by_metric = _haversine if instance.metric == "great_circle" else _straight
        lengths = by_metric(instance.coordinates)
    if instance.rounding == "nearest":
        lengths = np.floor(lengths + 0.5)
    elif instance.rounding == "up":
        lengths = np.ceil(lengths)
    np.fill_diagonal(lengths, 0.0)
    return lengths


def duration_matrix(instance: Instance) -> Floats:
    """Return all travel times, likewise."""
    if instance.durations is not None:
        return np.array(instance.durations)
    lengths = distance_matrix(instance)
    if instance.speed is None:
        return lengths
    return lengths * (PER_HOUR[instance.time_unit] / instance.speed)


@dataclass(frozen=True, slots=True)
class _Orders:
    """All sequences of distinct customers up to some length, shorter ones first."""

    sequences: list[tuple[int, ...]]
    prefixes: Ints
    """The sequence without its last customer; those of one customer have none."""
    before: Ints
    last: Ints
    subsets: Ints
    """As bits, customer 1 the lowest."""
    lengths: Ints
    levels: list[slice]
    """The sequences of each length."""
    by_subset: Ints
    visited: Ints
    """All subsets that have sequences, and where those begin in `by_subset`."""
    starts: Ints


@cache
def _orders(n: int, longest: int) -> _Orders:
    sizes, customers = range(1, longest + 1), range(1, n + 1)
    sequences = [order for size in sizes for order in permutations(customers, size)]
    places = {order: place for place, order in enumerate(sequences)}
    lengths = np.array([len(order) for order in sequences])
    subsets = np.array([sum(1 << (i - 1) for i in order) for order in sequences])
    by_subset = np.argsort(subsets, kind="stable")
    visited, starts = np.unique(subsets[by_subset], return_index=True)
    return _Orders(
        sequences=sequences,
        prefixes=np.array([places.get(order[:-1], -1) for order in sequences]),
        before=np.array([order[-2] if len(order) > 1 else 0 for order in sequences]),
        last=np.array([order[-1] for order in sequences]),
        subsets=subsets,
        lengths=lengths,
        levels=[slice(*np.searchsorted(lengths, [size, size + 1])) for size in sizes],
        by_subset=by_subset,
        visited=visited,
        starts=starts,
    )


def _prices(instance: Instance, orders: _Orders) -> Floats:
    """Return what every sequence costs as a route; inf where it violates a limit."""
    lengths, times = distance_matrix(instance), duration_matrix(instance)
    forbidden = np.isinf(lengths) | np.isinf(times)
    lengths[forbidden] = times[forbidden] = np.inf
    no_service, service = np.zeros(len(lengths)), np.append(0.0, instance.service)
    distances = _sums(instance, orders, lengths, no_service)
    durations = _sums(instance, orders, times, service)
    feasible = np.isfinite(distances) & _carried(instance)[orders.subsets]
    for totals, bound, terms, legs, stops in (
        (distances, instance.max_distance, orders.lengths + 1, lengths, no_service),
        (durations, instance.max_duration, 2 * orders.lengths + 1, times, service),
    ):
        feasible &= totals <= bound + 2 * slack(bound, int(terms.max()))
        near = feasible & (totals > bound * (1 - 1e-9))
        for place in np.flatnonzero(near).tolist():
            total = _exact_sum(instance, orders.sequences[place], legs, stops)
            feasible[place] = not exceeds(total, bound, int(terms[place]))
    prices = np.full(len(feasible), np.inf)
    prices[feasible] = instance.distance_cost * distances[feasible] + instance.fixed_cost
    prices[feasible] += instance.duration_cost * durations[feasible]
    return prices


def _carried(instance: Instance) -> Bools:
    """Return for every subset whether one vehicle carries it."""
    demands = instance.demands.tolist()
    loads = [
        [demand for i, demand in enumerate(demands) if subset >> i & 1]
        for subset in range(2**instance.customers)
    ]
    return np.array([not exceeds(math.fsum(load), instance.capacity, len(load)) for load in loads])


def _sums(instance: Instance, orders: _Orders, legs: Floats, stops: Floats) -> Floats:
    """Return the sum over legs and stops of every sequence as a route."""
    totals = legs[orders.before, orders.last] + stops[orders.last]
    for level in orders.levels[1:]:
        totals[level] += totals[orders.prefixes[level]]
    return totals if instance.open_routes else totals + legs[orders.last, 0]


def _exact_sum(instance: Instance, route: tuple[int, ...], legs: Floats, stops: Floats) -> float:
    nodes = (0, *route) if instance.open_routes else (0, *route, 0)
    parts = [float(legs[arc]) for arc in pairwise(nodes)]
    return math.fsum([*parts, *(float(stops[i]) for i in route)])


@cache
def _splits(n: int) -> tuple[Ints, Ints, Ints]:
    """All subsets with each route that holds their first customer, and where a subset begins."""
    pairs = [
        (subset, route)
        for subset in range(1, 2**n)
        for route in range(1, subset + 1)
        if route & subset == route and route & subset & -subset
    ]
    subsets, routes = np.array(pairs).T
    return subsets, routes, np.searchsorted(subsets, np.arange(1, 2**n))


def _partition(route_prices: Floats, n: int, fleet: int) -> list[int] | None:
    """Return the cheapest division of all customers into at most `fleet` subsets."""
    subsets, routes, starts = _splits(n)
    best = [np.full(2**n, np.inf)]
    best[0][0] = 0.0
    for _ in range(fleet):
        layer = np.zeros(2**n)
        layer[1:] = np.minimum.reduceat(route_prices[routes] + best[-1][subsets ^ routes], starts)
        best.append(layer)
    left = 2**n - 1
    if math.isinf(best[-1][left]):
        return None
    chosen: list[int] = []
    while left:
        below = best[fleet - len(chosen) - 1]
        own = routes[subsets == left]
        chosen.append(int(own[np.argmin(route_prices[own] + below[left ^ own])]))
        left ^= chosen[-1]
    return chosen


def _straight(points: Floats) -> Floats:
    steps = points[:, None] - points[None]
    return np.asarray(np.sqrt((steps**2).sum(axis=-1)))


def _haversine(points: Floats) -> Floats:
    lat, lon = np.radians(points).T
    half = np.sin((lat[:, None] - lat) / 2) ** 2
    half += np.cos(lat[:, None]) * np.cos(lat) * np.sin((lon[:, None] - lon) / 2) ** 2
    return np.asarray(2 * _EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(half, 1.0))))
