"""Random instances of the distributions of the benchmark sets XML and X.

Points are distinct integers in [0, 1000]². Every part of an instance (its kind, depot, customers,
demands, route size) has its own random stream, so that with the same seed another demand
distribution leaves the points unchanged. There is no global state.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import index
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from kinroute.errors import ConfigError
from kinroute.problem.instance import Instance
from kinroute.problem.kinds import DEMANDS, DEPOTS, LAYOUTS, ROUTE_SIZES

Law = Literal["XML", "X"]
IntArray = npt.NDArray[np.int64]

GRID = 1000
MOST_CUSTOMERS = 500_000

_DEMAND_RANGES = {2: (1, 10), 3: (5, 10), 4: (1, 100), 5: (50, 100)}
_LAW_IDS = {"XML": 1, "X": 2}
_CLUSTER_SEEDS = {"XML": (2, 6), "X": (3, 8)}
_HALVING_DISTANCE = 40.0
_BATCH = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class _Streams:
    """One random generator for each part of an instance."""

    kind: np.random.Generator
    depot: np.random.Generator
    points: np.random.Generator
    demands: np.random.Generator
    route_size: np.random.Generator


def generate(
    n: int = 100,
    *,
    law: Law = "XML",
    depot: int | str | None = None,
    layout: int | str | None = None,
    demand: int | str | None = None,
    route_size: int | tuple[float, float] | None = None,
    seed: int = 0,
    name: str | None = None,
) -> Instance:
    """Return a random instance of n customers; the same arguments give the same on every platform.

    Arguments that are None are drawn at random.

    - `depot`: 1 or "random", 2 or "center", 3 or "corner".
    - `layout`: 1 or "random", 2 or "clustered", 3 or "mixed" (half and half).
    - `demand`: 1 or "unit", 2 or "1-10", 3 or "5-10", 4 or "1-100", 5 or "50-100", 6 or "quadrant",
      7 or "mostly-small".
    - `route_size`: the mean number of customers on a route, drawn uniformly from class 1 ... 6 or
      from a range (lo, hi); for X, None is triangular on (3, 25) with mode 6.
    """
    if law not in _LAW_IDS:
        raise ConfigError(f"law {law!r} is not known; use 'XML' or 'X'")
    n = _whole(n, "n", 1, MOST_CUSTOMERS)
    seed = _whole(seed, "seed", 0, None)
    streams = _streams(seed, n, law)
    kinds = streams.kind
    a = _choice(depot, "depot", DEPOTS, int(kinds.integers(1, 4)))
    b = _choice(layout, "layout", LAYOUTS, int(kinds.integers(1, 4)))
    c = _choice(demand, "demand", DEMANDS, int(kinds.integers(1, 8)))
    drawn = int(kinds.integers(1, 7))
    size, d = _route_size(route_size, drawn, law, streams.route_size)
    free = np.ones((GRID + 1, GRID + 1), dtype=bool)
    depot_point = _depot_point(a, streams.depot)
    free[tuple(depot_point)] = False
    points = _customer_points(n, b, law, free, streams.points)
    demands = _demands(c, points, size, streams.demands)
    instance = Instance(
        demands=demands.astype(np.float64),
        capacity=_capacity(demands, size),
        coordinates=np.vstack((depot_point, points)).astype(np.float64),
        rounding="nearest",
        rounding_reason="EUC_2D as CVRPLIB counts it",
        name=name or f"KML{n}_{a}{b}{c}{d}_s{seed}",
    )
    if name is None and law == "X":
        return instance.with_changes(name=f"KX-n{n + 1}-k{instance.fewest_vehicles}-s{seed}")
    return instance


def _streams(seed: int, n: int, law: Law) -> _Streams:
    parts = np.random.SeedSequence([seed, n, _LAW_IDS[law]]).spawn(5)
    kind, depot, points, demands, size = (np.random.Generator(np.random.PCG64(p)) for p in parts)
    return _Streams(kind=kind, depot=depot, points=points, demands=demands, route_size=size)


def _whole(value: Any, field: str, least: int, most: int | None) -> int:
    try:
        number = index(value)
    except TypeError:
        raise ConfigError(f"{field} = {value!r} is not a whole number") from None
    if number < least or (most is not None and number > most):
        bounds = f"from {least} to {most}" if most is not None else f"{least} or more"
        raise ConfigError(f"{field} = {number} is out of range; use {bounds}")
    return number


def _choice(value: int | str | None, field: str, names: tuple[str, ...], drawn: int) -> int:
    """Return the number of a choice given by number, by name, or not at all."""
    if value is None:
        return drawn
    if isinstance(value, str):
        if value not in names:
            raise ConfigError(f"{field} {value!r} is not known; use one of {', '.join(names)}")
        return names.index(value) + 1
    return _whole(value, field, 1, len(names))


def _route_size(
    value: int | tuple[float, float] | None, drawn: int, law: Law, rng: np.random.Generator
) -> tuple[float, str]:
    """Return the mean route size and the letter that stands for its class in a name."""
    if value is None and law == "X":
        return float(rng.triangular(3, 6, 25)), "t"
    if isinstance(value, tuple):
        if len(value) != 2 or not 1 <= value[0] <= value[1] < math.inf:
            raise ConfigError(f"route_size {value!r} is no range; use (lo, hi), 1 <= lo <= hi")
        return float(rng.uniform(*value)), "r"
    number = drawn if value is None else _whole(value, "route_size", 1, len(ROUTE_SIZES))
    return float(rng.uniform(*ROUTE_SIZES[number - 1])), str(number)


def _depot_point(kind: int, rng: np.random.Generator) -> IntArray:
    if kind == 1:
        return rng.integers(0, GRID + 1, size=2)
    return np.full(2, GRID // 2 if kind == 2 else 0, dtype=np.int64)


def _customer_points(
    n: int, kind: int, law: Law, free: npt.NDArray[np.bool_], rng: np.random.Generator
) -> IntArray:
    """Return n distinct points; those taken are marked in `free`."""
    at_random = (n, 0, n // 2)[kind - 1]
    scattered = _free_points(at_random, free, rng)
    clustered = n - at_random
    low, high = _CLUSTER_SEEDS[law]
    seeds = _free_points(min(int(rng.integers(low, high + 1)), clustered), free, rng)
    rest = _free_points(clustered - len(seeds), free, rng, around=seeds)
    return np.vstack((scattered, seeds, rest))


def _free_points(
    count: int,
    free: npt.NDArray[np.bool_],
    rng: np.random.Generator,
    around: IntArray | None = None,
) -> IntArray:
    """Draw free points: uniform, or with a density that decays with the distance to `around`."""
    taken = [np.empty((0, 2), dtype=np.int64)]
    missing = count
    while missing > 0:
        batch = rng.integers(0, GRID + 1, size=(_BATCH, 2))
        keep = free[batch[:, 0], batch[:, 1]]
        if around is not None:
            top = float(_attraction(around, around).max())
            keep &= rng.random(_BATCH) * top <= _attraction(batch, around)
        batch = batch[keep]
        _, first = np.unique(batch[:, 0] * (GRID + 1) + batch[:, 1], return_index=True)
        batch = batch[np.sort(first)][:missing]
        free[batch[:, 0], batch[:, 1]] = False
        taken.append(batch)
        missing -= len(batch)
    return np.vstack(taken)


def _attraction(points: IntArray, seeds: IntArray) -> npt.NDArray[np.float64]:
    """Return the sum over all seeds of 2^(-distance/40)."""
    steps = (points[:, None, :] - seeds[None, :, :]).astype(np.float64)
    distances = np.sqrt((steps**2).sum(axis=2))
    return np.asarray(np.exp2(-distances / _HALVING_DISTANCE).sum(axis=1))


def _demands(kind: int, points: IntArray, size: float, rng: np.random.Generator) -> IntArray:
    n = len(points)
    if kind == 1:
        return np.ones(n, dtype=np.int64)
    if kind == 6:
        left, low = points[:, 0] < GRID // 2, points[:, 1] < GRID // 2
        return rng.integers(1, 51, size=n) + np.where(left == low, 50, 0)
    if kind == 7:
        demands = rng.integers(1, 11, size=n)
        # The published instances have one large demand fewer than 1.5 n / r rounded down.
        large = rng.permutation(n)[: max(0, math.floor(1.5 * n / size) - 1)]
        demands[large] = rng.integers(50, 101, size=len(large))
        return demands
    low_demand, high_demand = _DEMAND_RANGES[kind]
    return rng.integers(low_demand, high_demand + 1, size=n)


def _capacity(demands: IntArray, size: float) -> int:
    if (demands == 1).all():
        return math.floor(size)
    total = int(demands.sum())
    return max(int(demands.max()), math.ceil(size * total / len(demands)))
