import json
import math

import pytest

from kinroute.solution.export.page_data import facts, page_data
from tests.solution.export.made_up import matrix, plane, utrecht


def test_degrees_are_drawn_by_web_mercator() -> None:
    data = page_data(utrecht(), None)
    assert data["globe"]
    assert data["x"][0] == pytest.approx((5.12 + 180) / 360)
    latitude = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * data["y"][0]))))
    assert latitude == pytest.approx(52.09)
    assert data["y"][2] < data["y"][0]  # north is up
    assert data["scale"] == "km"


def test_places_on_both_sides_of_the_date_line_are_neighbours() -> None:
    fiji = utrecht(coordinates=[(-17, 179.9), (-17, -179.9), (-17, 179.8), (90, 0)])
    data = page_data(fiji, None)
    assert data["x"][1] - data["x"][0] == pytest.approx(0.2 / 360)
    assert all(map(math.isfinite, data["y"]))


def test_a_plane_keeps_its_shape_with_north_up() -> None:
    data = page_data(plane(), None)
    assert (data["x"], data["y"]) == ([0, 3, 0, 6], [0, -4, -8, -8])
    assert (data["globe"], data["scale"]) == (False, "")
    assert page_data(plane(distance_unit="m"), None)["scale"] == "m"


def test_columns_have_times_only_where_they_are_known() -> None:
    assert page_data(utrecht(), None)["columns"] == ["Arrive", "Leave", "Load", "Distance"]
    data = page_data(utrecht(speed=None, service=0), None)
    assert data["columns"] == ["Load", "Distance"]
    assert data["routes"][0]["cells"][1] == ["4", "1.31 km"]


def test_an_empty_name_is_shown_as_the_number() -> None:
    names = page_data(plane(names=["", "b", " "]), None)["names"]
    assert names == ["depot", "1", "b", "3"]


def test_customers_on_no_route_have_names_too() -> None:
    incomplete = utrecht(routes=((1,),))
    assert page_data(incomplete, None)["names"] == ["Depot", "=1+1", "2", "3"]


def test_the_facts_have_units_and_what_is_minimised() -> None:
    assert facts(utrecht(fixed_cost=50)) == [
        ("routes", "2"),
        ("stops", "3"),
        ("distance", "10.91 km"),
        ("duration", "42 min"),
        ("cost (distance + 50 per route)", "110.91"),
        ("feasible", "yes"),
    ]
    assert facts(matrix())[2:] == [("distance", "∞"), ("feasible", "no")]


def test_notes_say_what_the_numbers_are() -> None:
    note = page_data(plane(open_routes=True), None)["note"]
    assert note == "Distances are in the unit of the coordinates. Routes end at their last stop."
    assert "hours and minutes" in page_data(utrecht(), None)["note"]


def test_the_data_are_json_without_infinity() -> None:
    for result in (utrecht(), matrix(), plane(service=3)):
        json.dumps(page_data(result, None), allow_nan=False)
