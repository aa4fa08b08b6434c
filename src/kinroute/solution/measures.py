"""Distances and times of routes as people read them, with their units."""

from __future__ import annotations

import math

from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.problem.units import PER_HOUR, shown_distance, shown_time_of


def is_timed(instance: Instance) -> bool:
    """Whether times say more than distances: a speed, durations, service, a limit or a unit."""
    if not instance.has_times:
        return False
    is_given = instance.speed is not None or instance.durations is not None
    is_used = bool(instance.service.any()) or math.isfinite(instance.max_duration)
    return is_given or is_used or instance.time_unit != ""


def distance_unit(instance: Instance) -> str:
    """The unit of distances for display; TSPLIB's GEO distances are kilometres as well."""
    return instance.distance_unit or ("km" if instance.metric == "geo" else "")


def cost_unit(instance: Instance) -> str:
    """The unit of what is minimised: of distances or times; a weighted sum has none."""
    weights = (instance.distance_cost, instance.duration_cost, instance.fixed_cost)
    if weights == (1, 0, 0):
        return instance.distance_unit
    return instance.time_unit if weights == (0, 1, 0) else ""


def distance_text(instance: Instance, distance: float) -> str:
    """A distance with its unit: "12.4 km", or "12.4"."""
    return _finite(distance) or shown_distance(distance, distance_unit(instance))


def duration_text(instance: Instance, duration: float) -> str:
    """A time with its unit: "1 h 05 min", or "65"."""
    return _finite(duration) or shown_time_of(duration, instance.time_unit)


def measures_text(instance: Instance, distance: float, duration: float | None) -> str:
    """Length and duration of a route: "12.4 km, 1 h 05 min"; named where they have no unit."""
    length = distance_text(instance, distance)
    parts = [length if distance_unit(instance) else f"distance {length}"]
    if duration is not None and is_timed(instance):
        time = duration_text(instance, duration)
        parts.append(time if instance.time_unit else f"duration {time}")
    return ", ".join(parts)


def clock_text(instance: Instance, time: float | None) -> str:
    """A time since the start of a route: "1:05" hours and minutes, or "65" without a unit."""
    if time is None:
        return ""
    if not math.isfinite(time) or not instance.time_unit:
        return _finite(time) or plain(round(time, 2))
    minutes = round(time / PER_HOUR[instance.time_unit] * 60)
    return f"{minutes // 60}:{minutes % 60:02d}"


def count(number: int, noun: str) -> str:
    """A number with its noun: 1 route, 1,200 routes."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _finite(value: float) -> str:
    """What is shown of a value that a forbidden arc made infinite; "" for others."""
    return "" if math.isfinite(value) else "∞"
