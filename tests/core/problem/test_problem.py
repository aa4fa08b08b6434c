from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
import pytest

from kinroute import Instance, _core
from kinroute.search.core_problem import core_problem
from tests.core.problems import duration_limits, line

ROUNDINGS = ("none", "nearest", "up")
EVERY_WAY = list(product(("euclidean", "geo", "great_circle"), ROUNDINGS))


def scattered(n: int, metric: Any, rounding: Any) -> Instance:
    """n customers in a box that is valid for coordinates and for degrees."""
    rng = np.random.default_rng(5)
    points = rng.uniform(-60, 60, (n + 1, 2)).round(2)
    return Instance(
        demands=np.ones(n), capacity=n, coordinates=points, metric=metric, rounding=rounding
    )


def assert_distances_agree(instance: Instance, pairs: Iterable[tuple[int, int]]) -> None:
    core = core_problem(instance)
    for i, j in pairs:
        wanted = instance.distance(i, j) * core.cost_scale
        assert abs(core.problem.distance(i, j) - wanted) <= 0.5 + 1e-6


@pytest.mark.parametrize(("metric", "rounding"), EVERY_WAY)
def test_a_matrix_of_distances_agrees_with_the_instance(metric: str, rounding: str) -> None:
    assert_distances_agree(scattered(12, metric, rounding), product(range(13), range(13)))


@pytest.mark.parametrize(("metric", "rounding"), EVERY_WAY)
def test_distances_on_the_fly_agree_with_the_instance(metric: str, rounding: str) -> None:
    # Above 5,000 nodes nothing of size n² is kept.
    pairs = [(0, 5000), (5000, 0), (4999, 1), (17, 17), *((k, 7 * k % 5001) for k in range(200))]
    assert_distances_agree(scattered(5000, metric, rounding), pairs)


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_explicit_distances_agree_with_the_instance(rounding: Any) -> None:
    distances = np.random.default_rng(1).uniform(0, 90, (8, 8))
    instance = Instance(demands=[1] * 7, capacity=9, distances=distances, rounding=rounding)
    assert_distances_agree(instance, product(range(8), range(8)))


@pytest.mark.parametrize(("rounding", "expected"), [("none", 1.414214), ("nearest", 1), ("up", 2)])
def test_the_diagonal_of_the_unit_square_by_hand(rounding: Any, expected: float) -> None:
    square = Instance(demands=[1], capacity=1, coordinates=[(0, 0), (1, 1)], rounding=rounding)
    core = core_problem(square)
    assert core.problem.distance(0, 1) == round(expected * core.cost_scale)


def test_half_is_rounded_up() -> None:
    # 1.5² + 2² = 2.5²
    halves = Instance(demands=[1], capacity=1, coordinates=[(0, 0), (1.5, 2)], rounding="nearest")
    core = core_problem(halves)
    assert core.problem.distance(0, 1) == 3 * core.cost_scale


def test_the_longest_distance_of_a_matrix_is_exact() -> None:
    assert line([3, -4]).core.max_distance == 7


def test_the_longest_distance_on_the_fly_is_bounded_by_the_depots() -> None:
    instance = scattered(5000, "euclidean", "none")
    core = core_problem(instance)
    points = instance.positions()
    reach = np.linalg.norm(points - points[0], axis=1).max()
    assert core.problem.max_distance == pytest.approx(2 * reach * core.cost_scale, abs=2)


def construct(**changes: Any) -> _core.Problem:
    values: dict[str, object] = {
        "demands": np.array([0, 1], np.int32),
        "capacity": 1,
        "fleet": 1,
        "positions": np.zeros((2, 2)),
        "distances": np.array([[0, 1], [1, 0]], np.int32),
        "coordinates": None,
        "metric": "euclidean",
        "rounding": "none",
        "scale": 1.0,
        "penalty_scale": 1.0,
        "is_open": False,
        "per_route": 0,
    }
    count, service = changes.pop("limits", (0, [0, 1]))
    values["limits"] = duration_limits(service, 9) * count
    return _core.Problem(**{**values, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"limits": (1, [0, 1, 1])}, "differ in length"),
        ({"limits": (4, [0, 1])}, "too many limits"),
        ({"distances": np.zeros((3, 3), np.int32)}, "differ in length"),
        ({"positions": np.zeros((2, 3))}, "two columns"),
        ({"fleet": 0}, "needs a route"),
        ({"distances": None}, "distances or coordinates"),
        ({"distances": None, "coordinates": np.zeros((2, 2)), "metric": "x"}, "unknown metric x"),
        ({"distances": None, "coordinates": np.zeros((2, 2)), "rounding": "x"}, "rounding x"),
        (
            {
                "demands": np.zeros(1, np.int32),
                "positions": np.zeros((1, 2)),
                "distances": np.zeros((1, 1), np.int32),
            },
            "needs a customer",
        ),
    ],
)
def test_arrays_that_make_no_problem_are_refused(changes: dict[str, object], message: str) -> None:
    assert construct().customers == 1
    with pytest.raises(ValueError, match=message):
        construct(**changes)
