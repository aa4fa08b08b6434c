import math
import warnings

import numpy as np
import pytest

import kinroute
from kinroute.problem.part import part_of


def test_a_part_has_the_values_of_its_customers_in_their_order() -> None:
    whole = kinroute.generate(20, seed=1)
    part = part_of(whole, [7, 3], vehicles=None)
    assert part.customers == 2
    assert part.demands.tolist() == [whole.demands[6], whole.demands[2]]
    assert part.distance(1, 2) == whole.distance(7, 3)
    assert part.distance(0, 1) == whole.distance(0, 7)


def test_matrices_service_stop_counts_and_the_fleet_belong_to_the_part() -> None:
    rng = np.random.default_rng(1)
    whole = kinroute.Instance(
        demands=np.ones(6),
        capacity=3,
        distances=rng.integers(1, 50, (7, 7)),
        durations=rng.integers(1, 50, (7, 7)),
        service=np.arange(6.0),
        stop_counts=[1, 2, 1, 2, 1, 2],
        max_stops=4,
        vehicles=6,
        names=list("abcdef"),
    )
    part = part_of(whole, [4, 2], vehicles=2)
    assert part.duration(2, 1) == whole.duration(2, 4)
    assert part.distance(1, 0) == whole.distance(4, 0)
    assert part.service.tolist() == [3.0, 1.0]
    assert part.stop_counts is not None
    assert part.stop_counts.tolist() == [2, 2]
    assert (part.vehicles, part.max_stops, part.names) == (2, 4, None)


@pytest.mark.parametrize(
    "limits",
    [
        {"max_duration": 5000.0, "service": 3.0, "speed": 60.0},
        {"open_routes": True, "fixed_cost": 12.0, "max_stops": 5},
        {"max_distance": 4000.0, "duration_cost": 0.5, "rounding": "up"},
    ],
)
def test_limits_costs_and_units_stay(limits: dict[str, float]) -> None:
    whole = kinroute.generate(30, seed=2).with_changes(**limits)
    part = part_of(whole, range(5, 15), vehicles=None)
    kept: tuple[str, ...] = (
        "capacity",
        "max_duration",
        "max_distance",
        "max_stops",
        "open_routes",
        "fixed_cost",
    )
    kept += ("distance_cost", "duration_cost", "speed", "time_unit", "rounding", "metric")
    assert all(getattr(part, name) == getattr(whole, name) for name in kept)
    assert part.duration(1, 2) == whole.duration(5, 6)


def test_a_part_that_looks_like_degrees_is_not_warned_of() -> None:
    places = [(0, 0), (5.1, 52.0), (5.2, 52.1), (900, 900)]
    whole = kinroute.Instance(demands=[1, 1, 1], capacity=3, coordinates=places)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert part_of(whole, [1, 2], vehicles=None).customers == 2
    assert math.isclose(whole.distance(1, 2), 0.1414, abs_tol=1e-3)
