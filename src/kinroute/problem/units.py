"""Units of distance and time, and amounts of time as people write them."""

from __future__ import annotations

import math
import re
from typing import Literal, get_args

from kinroute.errors import InstanceError
from kinroute.problem.tolerance import plain

TimeUnit = Literal["", "s", "min", "h"]
"""The unit of durations, service times and their limit; "" where it is not known."""

PER_HOUR: dict[str, float] = {"s": 3600.0, "min": 60.0, "h": 1.0}

_SPELLINGS = {
    "s": "s",
    "sec": "s",
    "second": "s",
    "seconds": "s",
    "m": "min",
    "min": "min",
    "mins": "min",
    "minute": "min",
    "minutes": "min",
    "h": "h",
    "hr": "h",
    "hour": "h",
    "hours": "h",
}
_CLOCK = re.compile(r"(\d{1,4}):(\d{2})(?::(\d{2}))?")
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]*)\s*")


def time_unit(text: str) -> TimeUnit:
    """Return the unit for one of its spellings; raises InstanceError for others."""
    if text == "":
        return ""
    unit = _SPELLINGS.get(text.strip().lower())
    if unit is None:
        known = ", ".join(unit for unit in get_args(TimeUnit) if unit)
        raise InstanceError(f"time unit {text!r} is none of {known}")
    return unit  # type: ignore[return-value]


def amount_of_time(text: str, unit: TimeUnit, field: str) -> float:
    """Return a time such as "8h", "90 min", "1h30", "7:30" or "480" in `unit`.

    A number without a unit is in `unit` already. Raises InstanceError where the text is no time,
    or where it has a unit and the instance has none.
    """
    text = text.strip().lower()
    hours = _clock_hours(text) if ":" in text else _hours_of_parts(text)
    if hours is None:
        try:
            return float(text.replace("_", "?"))
        except ValueError:
            raise InstanceError(
                f"{field} {text!r} is no time; write 8h, 90min, 1h30, 7:30 or a plain number"
            ) from None
    if unit == "":
        raise InstanceError(
            f"{field} {text} has a unit, but the times of this instance have none\n"
            "Say which they have (time_unit, or --time-unit min), or give --speed."
        )
    return hours * PER_HOUR[unit]


def shown_time_of(value: float, unit: TimeUnit) -> str:
    """Format a time for people: "7 h 42 min" where the unit is known, a plain number otherwise."""
    if unit == "" or not math.isfinite(value):
        return plain(round(value, 2))
    minutes = round(value / PER_HOUR[unit] * 60)
    if unit == "s" and value < 60:
        return f"{plain(round(value, 1))} s"
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def with_unit(value: float, unit: str) -> str:
    """Format a distance or a time to all its digits, with its unit, if it has one."""
    return f"{plain(value)} {unit}" if unit else plain(value)


def shown_distance(value: float, unit: str) -> str:
    """Format a distance with its unit, if it has one."""
    text = plain(round(value, 2))
    return f"{text} {unit}" if unit else text


def _clock_hours(text: str) -> float | None:
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    return int(match[1]) + int(match[2]) / 60 + int(match[3] or 0) / 3600


def _hours_of_parts(text: str) -> float | None:
    """The hours of "1h30" or "90 min"; None for a plain number and for what is no time."""
    hours, at, last = 0.0, 0, ""
    while at < len(text):
        match = _PART.match(text, at)
        if match is None:
            return None
        unit = _SPELLINGS.get(match[2]) if match[2] else ""
        if unit == "" and last == "h":
            unit = "min"  # as in 1h30
        if not unit or (last and PER_HOUR[unit] <= PER_HOUR[last]):
            return None
        hours += float(match[1]) / PER_HOUR[unit]
        at, last = match.end(), unit
    return hours if last else None
