"""Random instances with a mix of limits, and random routes on them."""

from typing import Any

import numpy as np

import kinroute


def random_instance(seed: int, n: int, **fields: Any) -> kinroute.Instance:
    """Asymmetric, with durations, service, limits, and now and then open or with fixed costs."""
    rng = np.random.default_rng(seed)
    distances = rng.integers(1, 40, (n + 1, n + 1)).astype(float)
    durations = rng.integers(1, 40, (n + 1, n + 1)).astype(float)
    values: dict[str, Any] = {
        "demands": rng.integers(1, 9, n),
        "capacity": 20,
        "distances": distances,
        "service": rng.integers(0, 5, n),
        "name": f"random-{seed}",
        "names": [f"stop {k}" for k in range(1, n + 1)],
    }
    if seed % 2:
        values["durations"] = durations
    if seed % 3 == 0:
        values |= {"max_stops": 6, "open_routes": True}
    if seed % 3 == 1:
        values |= {"max_duration": 300.0, "max_distance": 300.0, "fixed_cost": 7.0}
    if seed % 5 == 0:
        values |= {"duration_cost": 0.5}
    if seed % 7 == 0:
        values["distances"] = None
        values["coordinates"] = rng.integers(0, 50, (n + 1, 2))
        values["rounding"] = "nearest"
    return kinroute.Instance(**(values | fields))


def random_routes(seed: int, n: int) -> list[list[int]]:
    """A random partition of the customers into routes of up to four stops."""
    rng = np.random.default_rng(seed)
    order = (rng.permutation(n) + 1).tolist()
    routes: list[list[int]] = []
    while order:
        size = int(rng.integers(1, 5))
        routes.append(order[:size])
        order = order[size:]
    return routes
