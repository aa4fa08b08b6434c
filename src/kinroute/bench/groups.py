"""Groups of instances by depot position, customer layout, demand and route length.

Names of set XML and of the generator encode them (see `kinroute.problem.kinds`). For other
instances they are derived from the data, in the terms of set X:

- depot: in the corner (0, 0) or the center (500, 500) of the square, else random;
- layout: by the mean distance from a point of the square to the nearest customer, relative to
  uniformly random customers: random below 1.06 + 0.4/√n, clustered above 1.5, mixed between
  (agrees with the names of 97 % of 1,000 XML instances);
- demand: by the minimum, the maximum, and whether two opposite quadrants have the large ones;
- route length: customers that fill a vehicle, capacity over mean demand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from kinroute.problem.generate import GRID
from kinroute.problem.instance import Instance
from kinroute.problem.kinds import ROUTE_LENGTHS, ROUTE_SIZES, kinds_in_name

UNKNOWN = "other"

_CLUSTERED_ABOVE = 1.5
_PLACES = 50

_BOUNDS = tuple(high for _, high in ROUTE_SIZES[:-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The four attributes of an instance."""

    depot: str
    layout: str
    demand: str
    route_length: str
    is_derived: bool
    """Whether they are derived from the data, not from the name."""


def group_of(name: str, instance: Instance) -> Group:
    """The group of an instance, by its name or else by its data."""
    if (kinds := kinds_in_name(name)) is not None:
        return Group(**kinds, is_derived=False)
    has_points = instance.coordinates is not None and instance.metric == "euclidean"
    return Group(
        depot=_depot(instance) if has_points else UNKNOWN,
        layout=_layout(instance) if has_points else UNKNOWN,
        demand=_demand(instance),
        route_length=ROUTE_LENGTHS[sum(mean_route_length(instance) >= bound for bound in _BOUNDS)],
        is_derived=True,
    )


def emptiness(instance: Instance) -> float:
    """Mean distance from a point to the nearest customer, relative to random customers."""
    from scipy.spatial import cKDTree

    assert instance.coordinates is not None
    points = instance.coordinates[1:]
    low, high = instance.coordinates.min(axis=0), instance.coordinates.max(axis=0)
    if (low >= 0).all() and (high <= GRID).all() and (high > GRID / 2).all():
        low, high = np.zeros(2), np.full(2, float(GRID))
    sides = high - low
    if not sides.all():
        return 1.0
    steps = (np.arange(_PLACES) + 0.5) / _PLACES
    places = low + sides * np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    distances, _ = cKDTree(points).query(places)
    return float(np.mean(distances) / (0.5 * math.sqrt(sides.prod() / len(points))))


def mean_route_length(instance: Instance) -> float:
    """Customers on a full vehicle; capacities are rounded, so this is the middle of the range."""
    capacity, total = instance.capacity, instance.total_demand
    if total == instance.customers:
        return capacity + 0.5
    return (capacity - 0.5) * instance.customers / total if total else float(instance.customers)


def _depot(instance: Instance) -> str:
    assert instance.coordinates is not None
    place = tuple(instance.coordinates[0].tolist())
    return {(0.0, 0.0): "corner", (500.0, 500.0): "center"}.get(place, "random")


def _layout(instance: Instance) -> str:
    value = emptiness(instance)
    if value > _CLUSTERED_ABOVE:
        return "clustered"
    return "random" if value < 1.06 + 0.4 / math.sqrt(instance.customers) else "mixed"


def _demand(instance: Instance) -> str:
    demands = instance.demands
    low, high = float(demands.min()), float(demands.max())
    if low == high:
        return "unit"
    if high <= 10:
        return "5-10" if low >= 5 else "1-10"
    if low >= 50:
        return "50-100"
    if high > 100:
        return UNKNOWN
    small = demands <= 10
    if small.mean() > 0.5 and not ((demands > 10) & (demands < 50)).any():
        return "mostly-small"
    if instance.coordinates is not None:
        x, y = instance.coordinates[1:].T
        is_even = (x < 500) == (y < 500)
        if is_even.any() and (~is_even).any():
            apart = demands[is_even].min() > 50 and demands[~is_even].max() <= 50
            if apart:
                return "quadrant"
    return "1-100"
