"""The lists on drivers' sheets: routes on the summary, stops on the page of a route."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution.export.sheet import MARGIN, SOFT, WIDTH, Sheet, shortened
from kinroute.solution.itinerary import Stop
from kinroute.solution.measures import clock_text, distance_text, duration_text, is_timed
from kinroute.solution.result import Result

_RIGHT = WIDTH - MARGIN
_STOP, _NOTE, _LINE = 19.0, 10.5, 16.0
_NOTES_WIDTH = 290.0


def stop_height(stop: Stop) -> float:
    """The height of a stop in the list: a line, and one per carried column that it fills."""
    return _STOP + _NOTE * len(_notes(stop))


def draw_headings(sheet: Sheet, y: float, instance: Instance) -> None:
    """Write the headings of the list of stops above y."""
    look: dict[str, Any] = {"size": 8.0, "color": SOFT}
    sheet.text(MARGIN + 38, y - 6, "stop", **look)
    for x, heading in _columns(instance):
        sheet.text(x, y - 6, heading, right=True, **look)
    sheet.rule(y)


def draw_stop(sheet: Sheet, y: float, instance: Instance, position: int, stop: Stop) -> None:
    """Write a stop, with a box to tick."""
    base = y + 13.0
    if stop.node:
        look = {"facecolor": "white", "edgecolor": SOFT, "linewidth": 0.8}
        sheet.box(MARGIN, base - 7.5, 9, 9, **look)
        sheet.text(MARGIN + 32, base, str(position), color=SOFT, right=True)
    width = _columns(instance)[0][0] - MARGIN - 36 - 48
    sheet.text(MARGIN + 38, base, shortened(stop.label, width, 9.0), bold=stop.node > 0)
    values = _values(instance, stop)
    for (x, _), value in zip(_columns(instance), values, strict=True):
        sheet.text(x, base, value, right=True)
    for number, note in enumerate(_notes(stop), 1):
        sheet.text(MARGIN + 38, base + number * _NOTE, note, size=7.5, color=SOFT)
    sheet.rule(y + stop_height(stop))


def route_lines(
    sheet: Sheet, y: float, result: Result, routes: Sequence[int], colors: Sequence[str]
) -> None:
    """Write a line per route, with a bar that shows how full its vehicle is."""
    instance = result.instance
    columns = (MARGIN + 60, MARGIN + 110, MARGIN + 330, MARGIN + 420, _RIGHT)
    headings = ["route", "stops", "load", "distance", *(["duration"] if is_timed(instance) else [])]
    for x, heading in zip(columns, headings, strict=False):
        sheet.text(x, y - 6, heading, size=8, color=SOFT, right=True)
    sheet.rule(y)
    for place in routes:
        route, base = result.itineraries[place], y + 12.0
        sheet.box(MARGIN, base - 7.5, 9, 9, facecolor=colors[place])
        share = min(1.0, route.load / instance.capacity)
        sheet.box(MARGIN + 132, base - 5.5, 110, 5)
        sheet.box(MARGIN + 132, base - 5.5, 110 * share, 5, facecolor=colors[place])
        values = [
            str(route.number),
            str(len(route.customers)),
            f"{plain(round(route.load, 6))} of {plain(instance.capacity)}",
            distance_text(instance, route.distance),
        ]
        if route.duration is not None and is_timed(instance):
            values.append(duration_text(instance, route.duration))
        for x, value in zip(columns, values, strict=False):
            sheet.text(x, base, value, right=True)
        y += _LINE
        sheet.rule(y)


def _columns(instance: Instance) -> list[tuple[float, str]]:
    """The right ends of the columns behind the name, and their headings."""
    headings = ["demand", "distance"]
    if is_timed(instance):
        headings = ["arrive", "leave", *headings]
    ends = {"arrive": 190.0, "leave": 140.0, "demand": 72.0, "distance": 0.0}
    return [(_RIGHT - ends[heading], heading) for heading in headings]


def _values(instance: Instance, stop: Stop) -> list[str]:
    demand = plain(round(stop.demand, 6)) if stop.node else ""
    values = [demand, distance_text(instance, stop.distance)]
    if is_timed(instance):
        times = (stop.arrival, stop.departure)
        values = [*(clock_text(instance, time) for time in times), *values]
    return values


def _notes(stop: Stop) -> list[str]:
    notes = (f"{name}: {value}" for name, value in stop.attributes.items() if value)
    return [shortened(note, _NOTES_WIDTH, 7.5) for note in notes]
