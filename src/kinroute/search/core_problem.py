"""Instances in the integer units of the core, and the scales back."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kinroute import _core
from kinroute.errors import ConfigError
from kinroute.problem import packing
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import slack
from kinroute.problem.validation import LARGEST_DISTANCE
from kinroute.search.spatial_order import SpatialOrder

_LARGEST_TOTAL_DEMAND = 2**30
_FINEST_WHOLE = 1_000  # for integer distances: penalties can take values between them
_FINEST = 1_000_000
_FARTHEST_TARGET = 2.0**60
_HALF_EARTH = 20_100.0  # km, no two points on the globe are farther apart


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreProblem:
    """A problem for the core, and the number of its units per unit of the user."""

    problem: _core.Problem
    cost_scale: float
    demand_scale: float

    is_exact: bool
    """Whether every distance is represented without rounding."""

    def target(self, cost: float) -> int:
        """The core's cost up to which a solution counts as this cost, however it is rounded."""
        rounding_error = 0.5 if self.is_exact else 0.5 * self.problem.customers
        wished = cost * self.cost_scale + rounding_error
        return int(max(-_FARTHEST_TARGET, min(wished, _FARTHEST_TARGET)))


def core_problem(
    instance: Instance, *, routes: int = 0, order: SpatialOrder | None = None
) -> CoreProblem:
    """Convert an instance; without a bound of its own, it allows at least `routes` routes.

    The customers get the numbers of `order`, or keep their own.
    """
    _refuse_what_the_core_lacks(instance)
    scale = cost_scale(instance)
    customers = np.arange(instance.customers) if order is None else order.customers
    all_nodes = np.append(0, customers + 1)
    demand_scale = _demand_scale(instance)
    nodes = instance.customers + 1
    demands, service = np.zeros(nodes, np.int32), np.zeros(nodes, np.int64)
    capacity = min(math.floor(instance.capacity * demand_scale + 1e-6), _LARGEST_TOTAL_DEMAND)
    capacity = max(1, capacity)
    # Rounded up where they cannot be exact, so that a route feasible here is feasible; a customer
    # that fills a vehicle alone still fits.
    demands[1:] = np.minimum(np.ceil(instance.demands[customers] * demand_scale - 1e-6), capacity)
    has_limit = is_timed(instance)
    if has_limit:
        service[1:] = np.ceil(instance.service[customers] * scale - 1e-6)
    problem = _core.Problem(
        demands=demands,
        capacity=capacity,
        fleet=fleet(instance, routes),
        positions=np.ascontiguousarray(instance.positions()[all_nodes]),
        service=service,
        max_duration=_whole_duration(instance, scale) if has_limit else None,
        distances=_whole_distances(instance, scale, all_nodes),
        coordinates=_coordinates(instance, all_nodes),
        metric="euclidean" if instance.metric == "matrix" else instance.metric,
        rounding=instance.rounding,
        scale=scale,
        penalty_scale=scale / demand_scale,
    )
    return CoreProblem(
        problem=problem,
        cost_scale=scale,
        demand_scale=demand_scale,
        is_exact=_counts_in_whole_numbers(instance),
    )


def _refuse_what_the_core_lacks(instance: Instance) -> None:
    lacks = {
        "durations": instance.durations is not None,
        "speed": instance.speed is not None and math.isfinite(instance.max_duration),
        "max_distance": math.isfinite(instance.max_distance),
        "max_stops": instance.max_stops is not None,
        "open_routes": instance.open_routes,
        "fixed_cost": instance.fixed_cost > 0,
        "duration_cost": instance.duration_cost > 0 or instance.distance_cost != 1,
        "forbidden arcs": instance.has_forbidden_arcs,
    }
    for name, is_used in lacks.items():
        if is_used:
            raise ConfigError(f"{name}: not solved yet")


def cost_scale(instance: Instance) -> float:
    """Core units per unit of cost: a power of ten, as fine as the longest distance allows."""
    longest = max(_longest_distance(instance), float(instance.service.max()))
    scale = _FINEST_WHOLE if _counts_in_whole_numbers(instance) else _FINEST
    while scale > 1 and longest * scale > LARGEST_DISTANCE:
        scale //= 10
    return float(scale)


def fleet(instance: Instance, routes: int = 0) -> int:
    """The maximum number of routes: the user's bound, or more than will be needed."""
    if instance.vehicles is not None:
        return min(instance.vehicles, instance.customers)
    sizes, capacity = packing.whole_sizes(instance.demands.tolist(), instance.capacity)
    enough = [
        math.ceil(1.3 * instance.total_demand / instance.capacity) + 3,
        packing.best_fit_bins(sorted(sizes, reverse=True), capacity),
        math.ceil(1.3 * _swept_routes(instance)) + 3,
        routes,
    ]
    return min(max(enough), instance.customers)


def is_timed(instance: Instance) -> bool:
    """Whether the duration limit can be reached at all."""
    return instance.max_duration < _longest_route(instance)


def _longest_distance(instance: Instance) -> float:
    if instance.distances is not None:
        return float(instance.distances.max())
    if instance.metric != "euclidean":
        return _HALF_EARTH
    assert instance.coordinates is not None
    return float(np.linalg.norm(np.ptp(instance.coordinates, axis=0))) + 1.0


def _longest_route(instance: Instance) -> float:
    """No route takes longer than this, so that a higher limit has no effect."""
    longest = _longest_distance(instance) + 1.0  # as each may be rounded up
    return float(instance.service.sum()) + (instance.customers + 1) * longest


def _whole_duration(instance: Instance, scale: float) -> int:
    # Integer distances are exact, so the limit has no tolerance. Others have a part of that of the
    # checker, because each distance was rounded for the core.
    is_exact = _counts_in_whole_numbers(instance)
    spare = 1e-6 if is_exact else 0.5 * slack(instance.max_duration, 2) * scale
    return math.floor(instance.max_duration * scale + spare)


def _counts_in_whole_numbers(instance: Instance) -> bool:
    if instance.rounding != "none":
        return True
    return instance.distances is not None and _is_whole(instance.distances)


def _is_whole(values: FloatArray) -> bool:
    return bool(np.all(values == np.rint(values)))


def _demand_scale(instance: Instance) -> float:
    """The smallest power of ten that makes the demands whole, as far as their sum allows."""
    amounts = np.append(instance.demands, instance.capacity)
    total = instance.total_demand
    scale = 10.0 ** max(0, math.ceil(-math.log10(instance.capacity)))
    finest = scale * _FINEST
    while scale < finest and not np.allclose(
        amounts * scale, np.rint(amounts * scale), rtol=0, atol=1e-6
    ):
        scale *= 10
    while total * scale > _LARGEST_TOTAL_DEMAND:
        scale /= 10
    return scale


def _coordinates(instance: Instance, nodes: npt.NDArray[np.intp]) -> FloatArray | None:
    if instance.distances is not None or instance.coordinates is None:
        return None
    return np.ascontiguousarray(instance.coordinates[nodes])


def _whole_distances(
    instance: Instance, scale: float, nodes: npt.NDArray[np.intp]
) -> npt.NDArray[np.int32] | None:
    if instance.distances is None:
        return None
    distances = instance.distances[np.ix_(nodes, nodes)]
    if instance.rounding == "nearest":
        distances = np.floor(distances + 0.5)
    elif instance.rounding == "up":
        distances = np.ceil(distances)
    whole = np.rint(distances * scale).astype(np.int32)
    np.fill_diagonal(whole, 0)
    return whole


def _swept_routes(instance: Instance) -> int:
    """Routes of a sweep around the depot under the duration limit; 0 without a limit."""
    if not math.isfinite(instance.max_duration):
        return 0
    positions = instance.positions()
    angles = np.arctan2(*(positions[1:] - positions[0]).T)
    routes, load, duration, last = 1, 0.0, 0.0, 0
    for customer in (np.argsort(angles, kind="stable") + 1).tolist():
        load += instance.demands[customer - 1]
        duration += instance.distance(last, customer) + instance.service[customer - 1]
        back = instance.distance(customer, 0)
        if last and (load > instance.capacity or duration + back > instance.max_duration):
            routes += 1
            load = instance.demands[customer - 1]
            duration = instance.distance(0, customer) + instance.service[customer - 1]
        last = customer
    return routes
