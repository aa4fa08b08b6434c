import math

import numpy as np
import pytest

from kinroute.problem.geometry import (
    distance,
    embedded,
    euclidean,
    geo,
    great_circle,
    projected,
    rounded,
)


def test_halves_are_rounded_up() -> None:
    assert [rounded(x, "nearest") for x in (2.4999, 2.5, 3.5, 0.0)] == [2, 3, 4, 0]
    assert [rounded(x, "up") for x in (2.0, 2.0001)] == [2, 3]
    assert rounded(2.5, "none") == 2.5


def test_geo_is_the_integer_of_tsplib() -> None:
    # ulysses16 of TSPLIB: its nodes 1 and 2 are 509 km apart, 1 and 3 are 501 (first row of the
    # matrix ulysses16 gives: 0 509 501 312 ...).
    one, two, three, four = (38.24, 20.42), (39.57, 26.15), (40.56, 25.32), (36.26, 23.12)
    assert [distance(one, other, "geo", "nearest") for other in (two, three, four)] == [
        509,
        501,
        312,
    ]
    assert 508 <= distance(one, two, "geo", "none") < 509


def test_a_great_circle_is_known_between_known_cities() -> None:
    # Paris to London, haversine on a sphere of 6371.0088 km: about 343.6 km.
    paris, london = (48.8566, 2.3522), (51.5074, -0.1278)
    assert great_circle(paris, london) == pytest.approx(343.56, abs=0.05)
    assert great_circle((0.0, 0.0), (0.0, 180.0)) == pytest.approx(math.pi * 6371.0088)


def test_coinciding_points_are_at_distance_zero() -> None:
    for metric in (euclidean, great_circle, geo):
        assert metric((12.5, 7.25), (12.5, 7.25)) == 0.0


def test_projection_keeps_short_distances_and_crosses_the_date_line() -> None:
    points = np.array([[10.0, 179.9], [10.0, -179.9], [10.1, 179.9]])
    plane = projected(points)
    assert math.dist(plane[0], plane[1]) == pytest.approx(
        great_circle((10.0, 179.9), (10.0, -179.9)), rel=1e-3
    )
    assert plane[1, 0] > 0  # east of the depot
    assert plane[2, 1] > 0  # north of it


def test_scaling_recovers_points_of_the_plane() -> None:
    points = np.random.default_rng(1).uniform(0, 100, size=(300, 2))
    matrix = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    drawn = embedded(matrix)
    again = np.sqrt(((drawn[:, None] - drawn[None]) ** 2).sum(axis=2))
    np.testing.assert_allclose(again, matrix, atol=1e-6)
    np.testing.assert_array_equal(drawn, embedded(matrix))


@pytest.mark.parametrize("size", [2, 3])
def test_scaling_copes_with_all_nodes_in_one_place(size: int) -> None:
    np.testing.assert_array_equal(embedded(np.zeros((size, size))), np.zeros((size, 2)))


def test_scaling_copes_with_a_matrix_that_is_no_metric() -> None:
    matrix = np.array([[0.0, 1, 50], [1, 0, 1], [9, 1, 0]])
    assert np.isfinite(embedded(matrix)).all()


def test_scaling_draws_a_forbidden_arc_like_the_longest_one() -> None:
    forbidden = np.array([[0.0, 3, np.inf], [3, 0, 4], [5, 4, 0]])
    np.testing.assert_array_equal(
        embedded(forbidden), embedded(np.where(np.isinf(forbidden), 5.0, forbidden))
    )
    assert np.isfinite(embedded(np.where(np.eye(3) > 0, 0.0, np.inf))).all()
