"""Results without a search: the writers only see routes that the checker has judged."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kinroute import Instance, Result, Solution, check
from kinroute.search.auto import Settings
from kinroute.search.config import SearchConfig

# Depot, then three places in the middle of Utrecht; names in three scripts, with what breaks files.
UTRECHT: dict[str, Any] = {
    "demands": [4, 6, 3],
    "capacity": 10,
    "coordinates": [(52.09, 5.12), (52.10, 5.13), (52.11, 5.10), (52.08, 5.15)],
    "metric": "great_circle",
    "speed": 30,
    "service": [5, 10, 5],
    "name": "Monday <&> Tuesday",
    "names": ["=1+1", "مخبز <b>&amp;", "面包店 🥐\x07\n2"],
    "depot_name": "Depot",
    "attributes": [
        {"phone": "+31 30 1234", "route": "A"},
        {"phone": "", "route": "@SUM(1)"},
        {"phone": "-1", "route": "\x1b[31mred"},
    ],
}
ROUTES = ((1, 2), (3,))


def result_of(instance: Instance, routes: Sequence[Sequence[int]]) -> Result:
    """The result of a search that found these routes."""
    verdict = check(instance, Solution(routes))
    return Result(
        instance=instance,
        solution=Solution(routes, verdict.cost),
        check=verdict,
        method="auto",
        seed=1,
        iterations=10,
        restarts=0,
        runtime=0.5,
        trace=(),
        stopped_by="iterations",
        settings=Settings(SearchConfig(), "made up"),
    )


def utrecht(routes: Sequence[Sequence[int]] = ROUTES, **changes: Any) -> Result:
    """Two routes in a town; `changes` are fields of the instance."""
    return result_of(Instance(**{**UTRECHT, **changes}), routes)


def plane(**changes: Any) -> Result:
    """The routes 1 2 and 3 on a plane: 5 + 5 + 8 and 10 + 10, without units."""
    fields: dict[str, Any] = {
        "demands": [4, 6, 3],
        "capacity": 10,
        "coordinates": [(0, 0), (3, 4), (0, 8), (6, 8)],
        "name": "plane",
    }
    return result_of(Instance(**{**fields, **changes}), ROUTES)


def matrix() -> Result:
    """Distances only, one of them forbidden, which route 1 drives."""
    infinite = float("inf")
    distances: list[list[float]] = [[0, 5, 8, 10], [5, 0, infinite, 5], [8, 5, 0, 6], [10, 5, 6, 0]]
    return result_of(Instance(demands=[4, 6, 3], capacity=10, distances=distances), ROUTES)


def large(routes: int, size: int = 5) -> Result:
    """Many routes of a few stops around one town."""
    rng = np.random.default_rng(1)
    n = routes * size
    places = rng.normal((52.09, 5.12), (0.1, 0.16), size=(n + 1, 2))
    angle = np.arctan2(*(places[1:] - places[0]).T)
    order = (np.argsort(angle) + 1).tolist()
    instance = Instance(
        demands=rng.integers(1, 9, n),
        capacity=8 * size,
        coordinates=places,
        metric="great_circle",
        speed=40,
        service=6,
        name=f"{routes} routes",
        names=[f"Customer {c}" for c in range(1, n + 1)],
    )
    return result_of(instance, [order[at : at + size] for at in range(0, n, size)])
