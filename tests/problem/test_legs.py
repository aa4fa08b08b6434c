"""Rows of distances and durations are those of the single arcs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kinroute import Instance
from kinroute.problem.legs import distances_from, durations_from

POINTS = np.random.default_rng(3).uniform(-80, 80, (7, 2)).round(3)
MATRIX = np.random.default_rng(4).uniform(0, 9, (7, 7)).round(2)


@pytest.mark.parametrize("rounding", ["none", "nearest", "up"])
@pytest.mark.parametrize(
    "geometry",
    [
        {"coordinates": POINTS},
        {"coordinates": POINTS, "metric": "great_circle", "speed": 40},
        {"coordinates": POINTS, "metric": "geo"},
        {"distances": MATRIX},
        {"distances": MATRIX, "durations": MATRIX.T},
        {"coordinates": POINTS, "speed": 12, "time_unit": "h"},
    ],
)
def test_rows_are_made_of_single_arcs(geometry: dict[str, Any], rounding: Any) -> None:
    instance = Instance(demands=np.ones(6), capacity=6, rounding=rounding, **geometry)
    for node in range(7):
        for forwards in (True, False):
            arcs = [(node, j) if forwards else (j, node) for j in range(7)]
            distances = distances_from(instance, node, forwards=forwards)
            durations = durations_from(instance, node, forwards=forwards)
            for j, arc in enumerate(arcs):
                if j != node:
                    assert distances[j] == pytest.approx(instance.distance(*arc))
                    assert durations[j] == pytest.approx(instance.duration(*arc))
