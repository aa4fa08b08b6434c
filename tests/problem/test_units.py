"""Units: times as people write them, and how they are shown."""

from __future__ import annotations

import pytest

from kinroute.errors import InstanceError
from kinroute.problem.units import (
    TimeUnit,
    amount_of_time,
    shown_distance,
    shown_time_of,
    time_unit,
)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("8h", 480),
        ("90min", 90),
        ("90 min", 90),
        ("1h30", 90),
        ("1h 30min", 90),
        ("1.5 h", 90),
        ("7:30", 450),
        ("0:00:30", 0.5),
        ("45s", 0.75),
        ("480", 480),
        ("7.25", 7.25),
        ("2 Hours", 120),
    ],
)
def test_times_are_read_as_people_write_them(text: str, minutes: float) -> None:
    assert amount_of_time(text, "min", "max_duration") == pytest.approx(minutes)
    seconds = amount_of_time(text, "s", "max_duration")
    is_plain = text in ("480", "7.25")
    assert seconds == pytest.approx(minutes if is_plain else 60 * minutes)


@pytest.mark.parametrize("text", ["", "8 bananas", "h", "30min 1h", "1h1h", "1_0", "7:3", "eight"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(InstanceError, match="is no time; write 8h, 90min"):
        amount_of_time(text, "min", "max_duration")


def test_a_unit_needs_an_instance_with_one() -> None:
    with pytest.raises(InstanceError, match="8h has a unit, but the times of this instance have"):
        amount_of_time("8h", "", "max_duration")
    assert amount_of_time("8", "", "max_duration") == 8


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (702, "min", "11 h 42 min"),
        (59.4, "min", "59 min"),
        (2.5, "h", "2 h 30 min"),
        (30, "s", "30 s"),
        (3600, "s", "1 h 00 min"),
        (12.345, "", "12.35"),
    ],
)
def test_times_are_shown_with_their_unit(value: float, unit: TimeUnit, text: str) -> None:
    assert shown_time_of(value, unit) == text


def test_units_have_spellings() -> None:
    assert [time_unit(text) for text in ("", "Minutes", "sec", "h")] == ["", "min", "s", "h"]
    with pytest.raises(InstanceError, match="time unit 'days' is none of s, min, h"):
        time_unit("days")


def test_distances_are_shown_with_their_unit() -> None:
    assert shown_distance(156.234, "km") == "156.23 km"
    assert shown_distance(156.0, "") == "156"
