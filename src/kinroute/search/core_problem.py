"""Instances in the integer units of the core, and the scales back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kinroute import _core
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import slack
from kinroute.problem.validation import LARGEST_DISTANCE, SMALLEST_AMOUNT
from kinroute.search.arcs import Arcs, arcs_of
from kinroute.search.fleet import fleet
from kinroute.search.scales import (
    LARGEST_TOTAL_DEMAND,
    WHOLE_SCALE,
    arc_scale,
    are_whole,
    demand_scale,
    room_for_forbidden_arcs,
)
from kinroute.search.spatial_order import SpatialOrder

_FARTHEST_TARGET = 2.0**60
_LARGEST_LIMIT = 2.0**40
_LARGEST_COST_PER_ROUTE = 2.0**27
_LARGEST_RATIO = 1e6

Nodes = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreProblem:
    """A problem for the core, and the number of its units per unit of the user."""

    problem: _core.Problem
    cost_scale: float
    demand_scale: float

    cost_offset: float
    """What every solution costs beside its arcs and routes: service, where durations cost."""
    is_exact: bool
    """Whether every cost is represented without rounding."""
    has_cut_off_arcs: bool
    """Whether some arcs are forbidden, or too long to be counted."""

    def cost(self, units: float) -> float:
        """A cost of the core in the user's unit."""
        return units / self.cost_scale + self.cost_offset

    def target(self, cost: float) -> int:
        """The core's cost up to which a solution counts as this cost, however it is rounded."""
        rounding_error = 0.5 if self.is_exact else 0.5 * self.problem.customers
        wished = (cost - self.cost_offset) * self.cost_scale + rounding_error
        return int(max(-_FARTHEST_TARGET, min(wished, _FARTHEST_TARGET)))


def core_problem(
    instance: Instance, *, routes: int = 0, order: SpatialOrder | None = None
) -> CoreProblem:
    """Convert an instance; without a bound of its own, it allows at least `routes` routes.

    The customers get the numbers of `order`, or keep their own.
    """
    customers = np.arange(instance.customers) if order is None else order.customers
    return _Conversion(instance, np.append(0, customers + 1), routes).core_problem()


class _Conversion:
    """One conversion of an instance, whose nodes get the order of `nodes`."""

    def __init__(self, instance: Instance, nodes: Nodes, routes: int) -> None:
        self._instance = instance
        self._nodes = nodes
        self._routes = routes
        self._costs = arcs_of(instance, "cost")
        self._room = room_for_forbidden_arcs(instance)
        self._scale = arc_scale(self._costs, room=self._room)

    def core_problem(self) -> CoreProblem:
        instance = self._instance
        scale, demands, capacity = self._demands()
        problem = _core.Problem(
            demands=demands,
            capacity=capacity,
            fleet=fleet(instance, self._routes),
            positions=np.ascontiguousarray(instance.positions()[self._nodes]),
            distances=self._distances(),
            coordinates=self._coordinates(),
            metric="euclidean" if instance.metric == "matrix" else instance.metric,
            rounding=instance.rounding,
            scale=self._scale * self._costs.per_distance,
            penalty_scale=self._penalty_scale(scale),
            is_open=instance.open_routes,
            per_route=self._cost_per_route,
            limits=[*self._travel_limits(), *self._stop_limits()],
        )
        return CoreProblem(
            problem=problem,
            cost_scale=self._scale,
            demand_scale=scale,
            cost_offset=instance.duration_cost * float(instance.service.sum()),
            is_exact=self._costs.is_whole and self._scale >= 1 and instance.fixed_cost.is_integer(),
            has_cut_off_arcs=instance.has_forbidden_arcs
            or self._costs.longest * self._scale >= LARGEST_DISTANCE
            or instance.fixed_cost * self._scale > _LARGEST_COST_PER_ROUTE,
        )

    @cached_property
    def _cost_per_route(self) -> int:
        """Even, as half of it is added to the first arc of a route and half to the last."""
        wanted = self._instance.fixed_cost * self._scale
        return 2 * round(min(wanted, _LARGEST_COST_PER_ROUTE) / 2)

    def _penalty_scale(self, demand_scale: float) -> float:
        """A unit of cost per unit of demand; more where these are far from one another in size.

        Penalties begin at up to 1,000 of it: not below a thousandth of an arc per demand.
        """
        dearest = self._costs.longest / max(float(self._instance.demands.max()), SMALLEST_AMOUNT)
        return max(1.0, dearest / _LARGEST_RATIO) * self._scale / demand_scale

    def _demands(self) -> tuple[float, npt.NDArray[np.int32], int]:
        """The scale of the demands, the demands of all nodes, and the capacity."""
        instance = self._instance
        scale, is_exact = demand_scale(instance)
        amounts = instance.demands[self._nodes[1:] - 1] * scale
        # Whole numbers have no tolerance: if they cannot be exact they are rounded up, so that a
        # route feasible here is feasible. Others have a part of the checker's tolerance.
        is_strict = is_exact or _are_integers(instance.demands, instance.capacity)
        spare = 1e-6 if is_strict else 0.5 * slack(instance.capacity, 1) * scale
        capacity = math.floor(instance.capacity * scale + spare)
        capacity = max(1, min(capacity, LARGEST_TOTAL_DEMAND))
        demands = np.zeros(len(self._nodes), np.int32)
        rounded = np.ceil(amounts - 1e-6) if is_strict else np.rint(amounts)
        demands[1:] = np.minimum(rounded, capacity)  # what fills a vehicle alone still fits
        return scale, demands, capacity

    def _coordinates(self) -> FloatArray | None:
        if self._costs.matrix is not None or self._instance.coordinates is None:
            return None
        return np.ascontiguousarray(self._instance.coordinates[self._nodes])

    def _distances(self) -> npt.NDArray[np.int32] | None:
        if self._costs.matrix is None:
            return None
        whole = self._whole(self._costs.matrix, self._scale)
        if self._instance.open_routes:
            whole[0, 1:] += self._cost_per_route
        else:
            whole[0, 1:] += self._cost_per_route // 2
            whole[1:, 0] += self._cost_per_route // 2
        return whole

    def _whole(self, matrix: FloatArray, scale: float) -> npt.NDArray[np.int32]:
        """A matrix in core units; arcs that are forbidden or too long to be counted are cut off."""
        scaled = np.rint(matrix[np.ix_(self._nodes, self._nodes)] * scale)
        return np.minimum(scaled, LARGEST_DISTANCE).astype(np.int32)

    def _travel_limits(self) -> list[_core.RouteLimit]:
        instance = self._instance
        none = np.zeros(instance.customers)
        limits: list[_core.RouteLimit] = []
        for quantity, most, at_customers in (
            ("duration", instance.max_duration, instance.service),
            ("distance", instance.max_distance, none),
        ):
            if math.isfinite(most):
                arcs = arcs_of(instance, quantity)  # type: ignore[arg-type]
                longest = arcs.longest + 1.0
                if _can_bind(most, longest, float(at_customers.sum()), instance):
                    limits.append(self._travel_limit(arcs, most, at_customers))
        return limits

    def _travel_limit(self, arcs: Arcs, most: float, at_customers: FloatArray) -> _core.RouteLimit:
        """A limit along arcs: those of the costs, where they differ by a factor only."""
        uses_costs = (
            self._instance.fixed_cost == 0 and arcs.per_distance > 0 < self._costs.per_distance
        )
        if not are_whole(at_customers * WHOLE_SCALE):
            arcs = replace(arcs, is_whole=False)
        scale = arc_scale(arcs, room=self._room)
        if uses_costs:
            shared = self._scale * self._costs.per_distance / arcs.per_distance
            is_fine = are_whole(at_customers * shared) or not self._costs.is_whole
            uses_costs = is_fine and _counts_up_to(most, arcs, shared)
            scale = shared if uses_costs else scale
        while not _counts_up_to(most, arcs, scale):
            scale /= 10
        is_exact = arcs.is_whole and (self._costs.is_whole or not uses_costs)
        amounts = at_customers[self._nodes[1:] - 1] * scale
        at_nodes = np.zeros(len(self._nodes), np.int64)
        at_nodes[1:] = np.ceil(amounts - 1e-6) if is_exact else np.rint(amounts)
        spare = 1e-6 if is_exact else 0.5 * slack(most, 2) * scale
        is_computed = not uses_costs and arcs.matrix is None
        return _core.RouteLimit(
            at_nodes=at_nodes,
            most=math.floor(most * scale + spare),
            uses_costs=uses_costs,
            matrix=None if uses_costs or arcs.matrix is None else self._whole(arcs.matrix, scale),
            scale=scale * arcs.per_distance if is_computed else None,
        )

    def _stop_limits(self) -> list[_core.RouteLimit]:
        """A limit on stops, each worth an arc and a route: excess has one price for all limits."""
        most = self._instance.max_stops
        counts = self._instance.stop_counts
        if most is None or (most >= self._instance.customers and counts is None):
            return []
        worth = self._costs.typical * self._scale + self._cost_per_route
        worth = max(1, round(min(worth, LARGEST_DISTANCE)))
        at_nodes = np.full(len(self._nodes), worth, np.int64)
        if counts is not None:
            at_nodes[1:] *= counts[self._nodes[1:] - 1]
        at_nodes[0] = 0
        return [_core.RouteLimit(at_nodes=at_nodes, most=most * worth)]


def _can_bind(most: float, longest_arc: float, at_customers: float, instance: Instance) -> bool:
    """Whether a route can exceed a limit: no route sums up to more than this."""
    return most < at_customers + (instance.customers + 1) * longest_arc


def _counts_up_to(most: float, arcs: Arcs, scale: float) -> bool:
    """Whether the core can count up to a limit, and no arc that is cut off is within it."""
    is_cut = arcs.longest * scale > LARGEST_DISTANCE
    return most * scale <= (0.5 * LARGEST_DISTANCE if is_cut else _LARGEST_LIMIT)


def _are_integers(values: FloatArray, bound: float) -> bool:
    return float(bound).is_integer() and bool(np.all(values == np.rint(values)))
