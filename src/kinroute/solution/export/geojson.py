"""Lines and points for maps and geographic information systems (.geojson, RFC 7946)."""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

from kinroute.io.atomic import write_text
from kinroute.solution.export.colors import hex_colors
from kinroute.solution.export.tables import route_columns, route_rows, stop_columns, stop_rows
from kinroute.solution.export.text import one_line
from kinroute.solution.result import Result

_DIGITS = 7  # a centimetre


def features(result: Result) -> dict[str, Any]:
    """A FeatureCollection: a line per route, then a point per stop; the depot appears once.

    Properties are the columns of the tables, and the colour of a route as `stroke`.
    """
    lines, points = _lines(result), _points(result)
    return {"type": "FeatureCollection", "features": [*lines, *points]}


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write the features as UTF-8."""
    write_text(path, json.dumps(features(result), ensure_ascii=False, allow_nan=False) + "\n")


def _lines(result: Result) -> list[dict[str, Any]]:
    places = _places(result)
    rows = route_rows(result.instance, result.itineraries)
    colors = hex_colors(result)
    found = []
    for route, row, color in zip(result.itineraries, rows, colors, strict=True):
        line = [places[stop.node] for stop in route.stops]
        properties = dict(zip(route_columns(), row, strict=True))
        found.append(_feature("LineString", line, {**properties, "stroke": color}))
    return found


def _points(result: Result) -> list[dict[str, Any]]:
    columns, places = stop_columns(result.instance), _places(result)
    depot = {"node": 0, "name": one_line(result.instance.depot_name)}
    found = [_feature("Point", places[0], depot)]
    for row in stop_rows(result):
        properties = dict(zip(map(one_line, columns), map(_plain, row), strict=True))
        del properties["latitude"], properties["longitude"]
        if properties["node"]:
            found.append(_feature("Point", places[properties["node"]], properties))
    return found


def _feature(kind: str, coordinates: Any, properties: dict[str, Any]) -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def _places(result: Result) -> list[list[float]]:
    """Longitude before latitude, as GeoJSON has them."""
    degrees = result.instance.degrees()
    assert degrees is not None
    places: list[list[float]] = degrees[:, ::-1].round(_DIGITS).tolist()
    return places


def _plain(value: Any) -> Any:
    return one_line(value) if isinstance(value, str) else value
