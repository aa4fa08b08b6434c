"""What the page of an .html file knows: places, routes and texts, in plain values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution.export.colors import hex_colors
from kinroute.solution.export.text import one_line
from kinroute.solution.export.tiles import credit_of
from kinroute.solution.itinerary import Itinerary, Stop
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
from kinroute.solution.result import Result

_MERCATOR_END = 85.05112878  # where Web Mercator's square ends


def page_data(result: Result, tiles: str | None) -> dict[str, Any]:
    """The data of the page; texts are shown as they are, never as markup."""
    instance = result.instance
    places = map_places(instance)
    colors = hex_colors(result)
    return {
        "x": places[:, 0].tolist(),
        "y": places[:, 1].tolist(),
        "globe": instance.degrees() is not None,
        "scale": scale_unit(instance),
        "names": _names(result),
        "attributes": _attributes(instance),
        "columns": _columns(instance),
        "routes": [
            _route(instance, route, color)
            for route, color in zip(result.itineraries, colors, strict=True)
        ],
        "facts": facts(result),
        "problems": [one_line(problem) for problem in result.check.problems],
        "note": _note(instance),
        "tiles": tiles,
        "credit": "" if tiles is None else credit_of(tiles),
    }


def map_places(instance: Instance) -> FloatArray:
    """Positions with y downwards: Web Mercator's unit square for degrees, the plane otherwise."""
    degrees = instance.degrees()
    if degrees is None:
        positions = instance.positions()
        return np.column_stack((positions[:, 0], -positions[:, 1]))
    lat = np.radians(np.clip(degrees[:, 0], -_MERCATOR_END, _MERCATOR_END))
    lon = degrees[:, 1]
    east = lon[0] + (lon - lon[0] + 180.0) % 360.0 - 180.0
    return np.column_stack((east / 360.0 + 0.5, 0.5 - np.arcsinh(np.tan(lat)) / (2 * math.pi)))


def _names(result: Result) -> list[str]:
    """The names by node; numbers where there are none."""
    names = [result.instance.depot_name, *map(str, range(1, result.instance.customers + 1))]
    for route in result.itineraries:
        for stop in route.stops:
            names[stop.node] = stop.label
    return [one_line(name) for name in names]


def scale_unit(instance: Instance) -> str:
    """The unit of the map's scale; "" where a length on the map is no distance."""
    if instance.degrees() is not None:
        return "km"
    return instance.distance_unit if instance.metric == "euclidean" else ""


def _columns(instance: Instance) -> list[str]:
    times = ["Arrive", "Leave"] if is_timed(instance) else []
    return [*times, "Load", "Distance"]


def _route(instance: Instance, route: Itinerary, color: str) -> dict[str, Any]:
    measures = measures_text(instance, route.distance, route.duration)
    return {
        "color": color,
        "stops": [stop.node for stop in route.stops],
        "sum": f"{count(len(route.customers), 'stop')} · {measures.replace(', ', ' · ')}",
        "load": f"{plain(round(route.load, 6))} of {plain(instance.capacity)}",
        "share": route.load / instance.capacity,
        "cells": [_cells(instance, stop) for stop in route.stops],
    }


def _cells(instance: Instance, stop: Stop) -> list[str]:
    times = []
    if is_timed(instance):
        times = [clock_text(instance, stop.arrival), clock_text(instance, stop.departure)]
    return [*times, plain(round(stop.load, 6)), distance_text(instance, stop.distance)]


def _attributes(instance: Instance) -> dict[int, list[tuple[str, str]]]:
    """The carried columns of each node that has any."""
    return {
        node: filled
        for node, row in enumerate(instance.attributes or (), 1)
        if (filled := [(one_line(k), one_line(v)) for k, v in row.items() if v])
    }


def facts(result: Result) -> list[tuple[str, str]]:
    """The key figures of a result, each with its name."""
    instance, verdict = result.instance, result.check
    facts = [
        ("routes", f"{len(result.routes):,}"),
        ("stops", f"{result.solution.customers:,}"),
        ("distance", distance_text(instance, math.fsum(verdict.distances))),
    ]
    if verdict.durations is not None and is_timed(instance):
        facts.append(("duration", duration_text(instance, math.fsum(verdict.durations))))
    if instance.objective_text != "distance":
        cost = f"{plain(round(result.cost, 2))} {cost_unit(instance)}".rstrip()
        facts.append((f"cost ({instance.objective_text})", cost))
    return [*facts, ("feasible", "yes" if result.feasible else "no")]


def _note(instance: Instance) -> str:
    notes = []
    if is_timed(instance):
        unit = "hours and minutes" if instance.time_unit else "the unit of the instance"
        notes.append(f"Times are in {unit} since the route began.")
    if distance_unit(instance) == "" and instance.metric != "matrix":
        notes.append("Distances are in the unit of the coordinates.")
    if instance.open_routes:
        notes.append("Routes end at their last stop.")
    if instance.coordinates is None:
        notes.append("The map is schematic: positions are drawn from the distances.")
    return " ".join(notes)
