"""Random instances of a few customers with mixes of everything that an instance can say.

Limits are taken from random routes of the instance itself: most of them bind, and some are a
little too tight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import numpy as np

from kinroute import Instance
from kinroute.problem import instance as instance_module
from tests.search.dynamic_program import Floats, Routes, distance_matrix, duration_matrix

Fields = dict[str, Any]
Rng = np.random.Generator

_SIZES = (1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7)


def tiny(seed: int, largest: int = 7) -> Fields:
    """Return the arguments of a random instance; they may be infeasible together."""
    rng = np.random.default_rng([seed, 13])
    return _fields(rng, min(largest, int(rng.choice(_SIZES))))


def small(seed: int) -> Fields:
    """Return a random instance of nine or ten customers with routes of at most four stops."""
    rng = np.random.default_rng([seed, 14])
    fields = _fields(rng, int(rng.integers(9, 11)), stops=4)
    return fields | {"max_stops": fields.get("max_stops", 4)}


def unrefused(fields: Fields) -> Instance:
    """Return the instance even where it is proved that no solution of it is feasible."""
    with patch.object(instance_module, "refuse_the_impossible", lambda _: None):
        return Instance(**fields)


def shrunk(fields: Fields, fails: Callable[[Fields], bool]) -> Fields:
    """Return fewer or simpler arguments that still fail, for messages."""
    for simpler in _simpler(fields):
        if fails(simpler):
            return shrunk(simpler, fails)
    return fields


def random_routes(rng: Rng, n: int, stops: int | None = None) -> Routes:
    """Return all customers in random routes, of at most so many stops."""
    order = (rng.permutation(n) + 1).tolist()
    routes = []
    most = int(rng.integers(1, (stops or n) + 1))
    while order:
        size = int(rng.integers(1, most + 1))
        routes.append(tuple(order[:size]))
        order = order[size:]
    return tuple(routes)


def _fields(rng: Rng, n: int, stops: int | None = None) -> Fields:
    fields = _places(rng, n) | _times(rng, n)
    if fields.get("metric") == "great_circle" and not {"speed", "durations"} & fields.keys():
        fields.pop("service", None)
    fields["demands"] = _demands(rng, n)
    fields["capacity"] = float(fields["demands"].sum()) or 1.0
    fields["open_routes"] = bool(rng.random() < 0.25)
    free = unrefused(fields)
    drawn = [random_routes(rng, n, stops) for _ in range(int(rng.integers(1, 8)))]
    return fields | _costs(rng, free) | _limits(rng, free, drawn)


def _places(rng: Rng, n: int) -> Fields:
    rounding = str(rng.choice(["none", "none", "none", "nearest", "up"]))
    if rng.random() < 0.45:
        return {"distances": _matrix(rng, n), "rounding": rounding}
    if rng.random() < 0.15:
        globe = np.round(rng.uniform((49, 4), (51, 6), (n + 1, 2)), 4)
        return {"coordinates": globe, "metric": "great_circle", "rounding": rounding}
    points = rng.integers(0, 101, (n + 1, 2)).astype(float)
    kind = rng.choice(["whole", "fraction", "tiny", "large", "far", "line", "few", "one"])
    if kind in ("fraction", "tiny", "large"):
        points = rng.uniform(200, 1000, (n + 1, 2))
    if kind == "tiny":
        points, rounding = points * 1e-9, "none"
        points[0] = 0  # small numbers far from 0 look like degrees
    elif kind == "large":
        points *= 1e5
    elif kind == "far":
        points += 1e7
    elif kind == "line":
        points[:, 1] = 0
    elif kind == "few":
        points = points[rng.integers(0, 2, n + 1)]
    elif kind == "one":
        points[:] = points[0]
    return {"coordinates": points, "rounding": rounding}


def _matrix(rng: Rng, n: int) -> Floats:
    size = (n + 1, n + 1)
    kind = rng.choice(["whole", "fraction", "decimal", "zeros", "wild"])
    if kind == "whole":
        legs = rng.integers(0, 30, size).astype(float)
    elif kind == "fraction":
        legs = rng.uniform(0, 1, size)
    elif kind == "decimal":
        legs = np.round(rng.uniform(0, 100, size), 1)
    elif kind == "zeros":
        legs = rng.integers(0, 2, size) * rng.integers(0, 9, size).astype(float)
    else:
        legs = 10.0 ** rng.uniform(-3, 5, size)
    if rng.random() < 0.4:
        legs = np.minimum(legs, legs.T)
    if rng.random() < 0.2:
        legs[tuple(rng.integers(0, n + 1, 2))] = 1e8
    if rng.random() < 0.3:
        legs[rng.random(size) < rng.choice([0.1, 0.3])] = np.inf
    np.fill_diagonal(legs, 0.0)
    return legs


def _times(rng: Rng, n: int) -> Fields:
    """Durations or a speed, and service; with neither, a unit of distance is one of time."""
    fields: Fields = {}
    kind = rng.random()
    if kind < 0.25:
        fields["durations"] = _matrix(rng, n)
    elif kind < 0.5:
        fields["speed"] = float(rng.choice([30.0, 1.0, 47.3, 1e-3]))
        fields["time_unit"] = str(rng.choice(["s", "min", "h"]))
    if rng.random() < 0.5:
        scale = rng.choice([1, 10, 1e5])
        service = rng.integers(0, 10, n) if rng.random() < 0.5 else rng.uniform(0, 10, n)
        fields["service"] = service * scale
    return fields


def _demands(rng: Rng, n: int) -> Floats:
    kind = rng.choice(["whole", "zeros", "fraction", "thirds", "large", "small", "tenths"])
    whole = rng.integers(0 if kind == "zeros" else 1, 11, n).astype(float)
    if kind == "fraction":
        return rng.uniform(0, 10, n)
    if kind == "thirds":
        return np.round(whole * 1e6 / 3, 6)
    if kind == "large":
        return np.round(rng.uniform(1e5, 1e6, n), 6)
    return whole * {"small": 1e-4, "tenths": 0.1}.get(str(kind), 1.0)


def _costs(rng: Rng, free: Instance) -> Fields:
    fields: Fields = {}
    scale = _largest(distance_matrix(free)) or 1.0
    if rng.random() < 0.35:
        fields["fixed_cost"] = float(scale * rng.choice([0.1, 1, 10, 1e4]))
    if rng.random() < 0.15:
        fields["distance_cost"] = float(rng.choice([0.25, 3.7, 1e-3, 1e4]))
    if free.has_times and rng.random() < 0.25:
        fields["duration_cost"] = float(rng.choice([1.0, 0.5, 13.0, 1e-3]))
        fields["distance_cost"] = float(rng.choice([0.0, 1.0, 0.3]))
    return fields


def _limits(rng: Rng, free: Instance, drawn: list[Routes]) -> Fields:
    """Limits that the shortest of some solutions just keeps or nearly keeps."""
    lengths, times = distance_matrix(free), duration_matrix(free)
    routes = min(drawn, key=lambda one: sum(_legs(free, lengths, route) for route in one))
    loads = [free.demands[np.array(route) - 1].sum() for route in routes]
    fields: Fields = {}
    if rng.random() < 0.7 and max(loads) > 0:
        fields["capacity"] = float(max(loads) * _factor(rng))
    if rng.random() < 0.35:
        longest = max(_legs(free, lengths, route) for route in routes)
        fields |= _limit(rng, "max_distance", longest)
    if free.has_times and rng.random() < 0.45:
        longest = max(
            _legs(free, times, route) + free.service[np.array(route) - 1].sum() for route in routes
        )
        fields |= _limit(rng, "max_duration", longest)
    if rng.random() < 0.25:
        fields["max_stops"] = max(1, max(map(len, routes)) + int(rng.choice([0, 0, -1])))
    if rng.random() < 0.4:
        fields["vehicles"] = max(1, len(routes) + int(rng.choice([0, 0, 0, 1, -1])))
    return fields


def _limit(rng: Rng, name: str, longest: float) -> Fields:
    limit = float(longest * _factor(rng))
    if rng.random() < 0.3:
        limit = round(limit, int(rng.choice([0, 2, 6])))
    return {name: limit} if 0 < limit < np.inf else {}


def _factor(rng: Rng) -> float:
    return float(rng.choice([1.0, 1.0, 1.0, 0.95, 0.8, 1.1, 1 + 1e-4, 1 - 1e-4]))


def _legs(instance: Instance, legs: Floats, route: tuple[int, ...]) -> float:
    nodes = [0, *route] if instance.open_routes else [0, *route, 0]
    return float(legs[nodes[:-1], nodes[1:]].sum())


def _largest(legs: Floats) -> float:
    return float(legs[np.isfinite(legs)].max())


def _simpler(fields: Fields) -> Iterator[Fields]:
    for name in sorted(fields.keys() - {"demands", "capacity", "coordinates", "distances"}):
        yield {key: value for key, value in fields.items() if key != name}
    n = len(fields["demands"])
    for customer in range(n if n > 1 else 0):
        yield _without(fields, customer)


def _without(fields: Fields, customer: int) -> Fields:
    fields = dict(fields)
    for name in fields.keys() & {"demands", "service"}:
        fields[name] = np.delete(fields[name], customer)
    if "coordinates" in fields:
        fields["coordinates"] = np.delete(fields["coordinates"], customer + 1, axis=0)
    for name in fields.keys() & {"distances", "durations"}:
        for axis in (0, 1):
            fields[name] = np.delete(fields[name], customer + 1, axis=axis)
    return fields
