"""Plans as JSON: the object of `kinroute solve --json`, and GeoJSON."""

from __future__ import annotations

import json
import math
from typing import Any

from kinroute.errors import FormatError
from kinroute.solution.plans.plan import Place, Plan, PlanRoute
from kinroute.solution.plans.tables import PlanTable, StopRow


def parse_json(text: str, source: str) -> Plan:
    """Parse the object of --json, by its itineraries or, without them, by its routes."""
    found = _loaded(text, source)
    try:
        if isinstance(found, dict) and found.get("type") == "FeatureCollection":
            return _geojson_table(found, source).plan()
        if "itineraries" in found:
            return _itineraries(found, source).plan()
        return _routes(found, source)
    except FormatError:
        raise
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise FormatError(
            f"this is no plan: it needs the key 'itineraries', as --json has it ({error!r:.80})",
            source=source,
        ) from None


def parse_geojson(text: str, source: str) -> Plan:
    """Parse a FeatureCollection whose points have the properties route, position and name."""
    found = _loaded(text, source)
    try:
        return _geojson_table(found, source).plan()
    except FormatError:
        raise
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise FormatError(
            "this is no plan: its points need the properties route, position and name "
            f"({error!r:.80})",
            source=source,
        ) from None


def _itineraries(found: dict[str, Any], source: str) -> PlanTable:
    units = found.get("units") or {}
    rows = [
        _stop(stop, str(route["route"]), position, f"itinerary {number}")
        for number, route in enumerate(found["itineraries"], 1)
        for position, stop in enumerate(route["stops"])
    ]
    return PlanTable(
        source=source,
        rows=tuple(rows),
        distance_unit=str(units.get("distance", "")),
        time_unit=str(units.get("time", "")),
        cost=_number(found.get("cost")),
    )


def _routes(found: dict[str, Any], source: str) -> Plan:
    names = found.get("names") or [[int(customer) for customer in r] for r in found["routes"]]
    return Plan(
        source=source,
        routes=tuple(
            PlanRoute(label=str(number), stops=tuple(str(name) for name in route))
            for number, route in enumerate(names, 1)
        ),
        has_names=bool(found.get("names")),
        cost=_number(found.get("cost")),
    )


def _geojson_table(found: dict[str, Any], source: str) -> PlanTable:
    points: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for feature in found["features"]:
        properties, geometry = feature["properties"], feature["geometry"]
        if geometry["type"] != "Point":
            lines.append(properties)
            continue
        lon, lat, *_ = geometry["coordinates"]
        points.append(properties | {"at": (float(lat), float(lon))})
    rows = [
        _stop(point, str(point["route"]), point.get("position", at), f"feature {at}")
        for at, point in enumerate(points)
        if point.get("node") != 0
    ]
    units = lines[0] if lines else {}
    depot = next((point["at"] for point in points if point.get("node") == 0), None)
    ends = [_end_of(line, depot) for line in lines if "route" in line]
    return PlanTable(
        source=source,
        rows=(*rows, *ends),
        distance_unit=str(units.get("distance_unit") or ""),
        time_unit=str(units.get("time_unit") or ""),
        is_geographic=True,
    )


def _end_of(line: dict[str, Any], depot: Place | None) -> StopRow:
    """The depot at the end of a route, with the totals of its line."""
    return StopRow(
        place="a line",
        route=str(line["route"]),
        name="depot",
        node=0,
        position=math.inf,
        distance=_number(line.get("distance")),
        departure=_number(line.get("duration")),
        at=depot,
    )


def _stop(stop: dict[str, Any], route: str, position: Any, place: str) -> StopRow:
    node = stop.get("node")
    return StopRow(
        place=place,
        route=route,
        name=str(stop["name"] if stop.get("name") is not None else stop["node"]),
        node=None if node is None else int(node),
        position=float(position),
        distance=_number(stop.get("distance")),
        departure=_number(stop.get("departure")),
        at=stop.get("at"),
    )


def _number(value: Any) -> float | None:
    number = None if value is None else float(value)
    return number if number is None or math.isfinite(number) else None


def _loaded(text: str, source: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise FormatError(f"this is not JSON: {reason}", source=source) from None
