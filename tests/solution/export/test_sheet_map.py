import numpy as np
import pytest
from matplotlib.text import Text

from kinroute.plot.palette import Points
from kinroute.solution.export.sheet import Sheet
from kinroute.solution.export.sheet_map import draw_all, draw_one
from tests.solution.export.made_up import large, plane


def test_a_route_is_drawn_to_scale_with_its_stops_numbered() -> None:
    result = plane()
    axes = Sheet().axes(40, 100, 500, 250)
    draw_one(axes, result.instance.positions(), result.itineraries[0], "#123456")
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    assert (x1 - x0) / 500 == pytest.approx((y1 - y0) / 250)
    assert x0 < 0 < 3 < x1
    assert y0 < 0 < 8 < y1
    numbers = [text.get_text() for text in axes.findobj(Text) if text.get_text()]
    assert numbers == ["1", "2"]
    assert axes.lines[0].get_xydata().tolist() == [[0, 0], [3, 4], [0, 8], [0, 0]]


def test_an_open_route_ends_at_its_last_stop() -> None:
    result = plane(open_routes=True)
    axes = Sheet().axes(40, 100, 500, 250)
    draw_one(axes, result.instance.positions(), result.itineraries[0], "#123456")
    assert axes.lines[0].get_xydata().tolist() == [[0, 0], [3, 4], [0, 8]]


@pytest.mark.parametrize("places", [np.zeros((4, 2)), np.full((4, 2), 7.5)])
def test_everything_on_one_point_is_drawn(places: Points) -> None:
    axes = Sheet().axes(40, 100, 500, 250)
    draw_all(axes, places, plane().itineraries, ["#123456", "#654321"])
    assert axes.get_xlim()[0] < axes.get_xlim()[1]


def test_all_routes_are_drawn_each_in_its_colour() -> None:
    result = large(30)
    axes = Sheet().axes(40, 100, 500, 250)
    draw_all(axes, result.instance.positions(), result.itineraries, ["#123456"] * 30)
    assert len(axes.collections[0].get_segments()) == 30
