import numpy as np
import pytest

from kinroute.plot.palette import around_depot, as_hex, hex_color, route_colors


def points_around(count: int) -> np.ndarray:
    """The depot in the middle of a circle of customers."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.vstack(([(0, 0)], np.column_stack((np.cos(angles), np.sin(angles)))))


@pytest.mark.parametrize("count", [5, 10, 40, 150])
def test_neighbouring_routes_have_different_colours(count: int) -> None:
    colors = np.array(route_colors(points_around(count), [(i,) for i in range(1, count + 1)]))
    assert len({tuple(color) for color in colors}) == count
    assert np.abs(colors - np.roll(colors, 1, axis=0)).sum(axis=1).min() > 0.25


def test_colours_belong_to_places_and_not_to_the_order_of_the_routes() -> None:
    points = points_around(12)
    routes = [(i,) for i in range(1, 13)]
    forwards = route_colors(points, routes)
    assert route_colors(points, routes[::-1]) == forwards[::-1]


@pytest.mark.parametrize("count", [1, 10, 11, 300])
def test_every_channel_is_between_0_and_1(count: int) -> None:
    colors = np.array(route_colors(points_around(count), [(i,) for i in range(1, count + 1)]))
    assert colors.shape == (count, 3)
    assert (colors >= 0).all()
    assert (colors <= 1).all()


def test_no_routes_need_no_colours() -> None:
    assert route_colors(points_around(3), []) == []


def test_ranks_go_around_the_depot_and_colours_are_written_as_in_html() -> None:
    positions = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)], float)
    # Angles -90°, 0°, 90° and 180° are customers 4, 1, 2 and 3.
    assert around_depot(positions, [[1], [2], [3], [4]]) == [1, 2, 3, 0]
    assert hex_color(0, 4) == "#1f77b4"
    assert as_hex((1.0, 0.0, 0.5)) == "#ff0080"
