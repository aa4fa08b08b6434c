from typing import Any

import pytest

from kinroute import Instance
from kinroute.solution.measures import (
    clock_text,
    cost_unit,
    count,
    distance_text,
    distance_unit,
    duration_text,
    is_timed,
    measures_text,
)


def line(**changes: Any) -> Instance:
    fields: dict[str, Any] = {"demands": [1], "capacity": 1, "coordinates": [(0, 0), (1, 0)]}
    return Instance(**{**fields, **changes})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, False),
        ({"distance_unit": "km"}, False),
        ({"speed": 30}, True),
        ({"service": 5}, True),
        ({"max_duration": 50}, True),
        ({"time_unit": "min"}, True),
        ({"durations": [[0, 1], [1, 0]]}, True),
    ],
)
def test_times_are_shown_where_they_say_more_than_distances(
    changes: dict[str, Any], expected: bool
) -> None:
    assert is_timed(line(**changes)) is expected


def test_every_number_has_its_unit_or_its_name() -> None:
    timed = line(speed=30, distance_unit="km")
    assert distance_text(timed, 12.4) == "12.4 km"
    assert duration_text(timed, 65) == "1 h 05 min"
    assert measures_text(timed, 12.4, 65) == "12.4 km, 1 h 05 min"
    assert measures_text(line(), 12.4, 12.4) == "distance 12.4"
    assert measures_text(line(service=3), 12.4, 15.4) == "distance 12.4, duration 15.4"
    assert measures_text(line(metric="great_circle"), 12.4, None) == "12.4 km"


def test_geo_distances_are_kilometres_although_cvrplib_says_no_unit() -> None:
    assert distance_unit(line(metric="geo")) == "km"
    assert distance_unit(line()) == ""


@pytest.mark.parametrize(
    ("unit", "value", "text"),
    [
        ("min", 0, "0:00"),
        ("min", 65.4, "1:05"),
        ("s", 3660, "1:01"),
        ("h", 26.5, "26:30"),
        ("", 65.444, "65.44"),
        ("min", float("inf"), "∞"),
        ("min", None, ""),
    ],
)
def test_times_of_day_are_hours_and_minutes_since_the_start(
    unit: str, value: float | None, text: str
) -> None:
    assert clock_text(line(time_unit=unit), value) == text


def test_what_a_forbidden_arc_makes_infinite_is_shown_as_such() -> None:
    assert measures_text(line(service=1), float("inf"), float("inf")) == "distance ∞, duration ∞"


def test_counts_are_grouped_and_singular_for_one() -> None:
    assert [count(n, "stop") for n in (0, 1, 12_000)] == ["0 stops", "1 stop", "12,000 stops"]


def test_a_cost_has_the_unit_of_what_is_minimised() -> None:
    timed = line(speed=30, distance_unit="km")
    assert cost_unit(timed) == "km"
    assert cost_unit(timed.with_changes(distance_cost=0, duration_cost=1)) == "min"
    assert cost_unit(timed.with_changes(fixed_cost=50)) == ""
    assert cost_unit(line()) == ""
