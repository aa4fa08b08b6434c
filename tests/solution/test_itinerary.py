"""Itineraries: stops with times, loads and distances."""

from __future__ import annotations

import pytest

from kinroute import Instance
from kinroute.solution.itinerary import itineraries

# 3 km east and 4 km north of it: 3 + 4 + 5 = 12 km, at 30 km/h 6 + 8 + 10 = 24 minutes.
TRIANGLE = Instance(
    demands=[2, 5],
    capacity=10,
    coordinates=[[0, 0], [3, 0], [3, 4]],
    speed=30,
    service=[10, 20],
    distance_unit="km",
    names=["Bakery", "Cafe"],
    attributes=[{"phone": "1"}, {"phone": "2"}],
)


def test_a_route_has_arrivals_departures_loads_and_distances() -> None:
    (route,) = itineraries(TRIANGLE, ((1, 2),))
    assert [stop.name for stop in route.stops] == ["depot", "Bakery", "Cafe", "depot"]
    assert [stop.arrival for stop in route.stops] == pytest.approx([0, 6, 24, 54])
    assert [stop.departure for stop in route.stops] == pytest.approx([0, 16, 44, 54])
    assert [stop.load for stop in route.stops] == [0, 2, 7, 7]
    assert [stop.distance for stop in route.stops] == pytest.approx([0, 3, 7, 12])
    assert (route.load, route.distance, route.duration) == pytest.approx((7, 12, 54))
    assert [stop.attributes for stop in route.customers] == [{"phone": "1"}, {"phone": "2"}]


def test_an_open_route_ends_at_its_last_customer() -> None:
    (route,) = itineraries(TRIANGLE.with_changes(open_routes=True), ((1, 2),))
    assert [stop.node for stop in route.stops] == [0, 1, 2]
    assert (route.distance, route.duration) == pytest.approx((7, 44))


def test_without_times_there_are_no_arrivals() -> None:
    globe = Instance(
        demands=[1], capacity=1, coordinates=[[52.0, 4.0], [52.1, 4.0]], metric="great_circle"
    )
    (route,) = itineraries(globe, ((1,),))
    assert route.duration is None
    assert {stop.arrival for stop in route.stops} == {None}
    assert route.as_dict()["stops"][1]["departure"] is None


def test_the_totals_are_those_of_the_checker() -> None:
    from kinroute import Solution, check

    found = check(TRIANGLE, Solution([[2], [1]]))
    routes = itineraries(TRIANGLE, ((2,), (1,)))
    assert [route.load for route in routes] == list(found.loads)
    assert [route.distance for route in routes] == pytest.approx(list(found.distances))
    assert found.durations is not None
    assert [route.duration for route in routes] == pytest.approx(list(found.durations))
