"""Plans in every format that can be read, as `kinroute solve -o` lays them out."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kinroute
from kinroute.solution.itinerary import Itinerary, itineraries

COLUMNS = ("route", "position", "node", "name", "demand", "load", "distance", "arrival")
Routes = tuple[tuple[int, ...], ...]


def rows(instance: kinroute.Instance, routes: Routes) -> list[dict[str, Any]]:
    """A row per stop, the depot included."""
    places = instance.coordinates
    assert places is not None or instance.distances is not None
    return [
        {
            "route": route.number,
            "position": position,
            "node": stop.node,
            "name": stop.name,
            "demand": stop.demand,
            "load": stop.load,
            "distance": stop.distance,
            "arrival": stop.arrival,
            "departure": stop.departure,
            **(
                {}
                if places is None
                else dict(zip(axes(instance), places[stop.node].tolist(), strict=True))
            ),
            "distance_unit": instance.distance_unit,
            "time_unit": instance.time_unit,
        }
        for route in itineraries(instance, routes)
        for position, stop in enumerate(route.stops)
    ]


def axes(instance: kinroute.Instance) -> tuple[str, str]:
    return ("latitude", "longitude") if instance.metric == "great_circle" else ("x", "y")


def write_sol(path: Path, instance: kinroute.Instance, routes: Routes) -> None:
    kinroute.Solution(routes).write(path)


def write_csv(path: Path, instance: kinroute.Instance, routes: Routes) -> None:
    found = rows(instance, routes)
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(found[0]))
    table.writeheader()
    table.writerows(found)
    path.write_bytes(text.getvalue().encode("utf-8-sig"))


def write_json(path: Path, instance: kinroute.Instance, routes: Routes) -> None:
    found: dict[str, Any] = {
        "instance": instance.name,
        "cost": kinroute.check(instance, kinroute.Solution(routes)).cost,
        "routes": [list(route) for route in routes],
        "units": {"distance": instance.distance_unit, "time": instance.time_unit},
        "itineraries": [route.as_dict() for route in itineraries(instance, routes)],
    }
    path.write_text(json.dumps(found))


def write_xlsx(path: Path, instance: kinroute.Instance, routes: Routes) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.title = "Summary"
    book.active.append(["cost", kinroute.check(instance, kinroute.Solution(routes)).cost])
    units = {"distance": instance.distance_unit, "departure": instance.time_unit}
    for route in itineraries(instance, routes):
        sheet = book.create_sheet(f"Route {route.number}")
        own = [row for row in rows(instance, routes) if row["route"] == route.number]
        names = [name for name in own[0] if name != "route" and not name.endswith("_unit")]
        sheet.append([f"{name} ({units[name]})" if units.get(name) else name for name in names])
        for row in own:
            sheet.append([row[name] for name in names])
            for cell in sheet[sheet.max_row]:
                cell.data_type = "s" if isinstance(cell.value, str) else cell.data_type
    book.save(path)


def write_geojson(path: Path, instance: kinroute.Instance, routes: Routes) -> None:
    points = [row for row in rows(instance, routes) if row["node"]]
    lines = [_line(instance, route) for route in itineraries(instance, routes)]
    depot = {"node": 0, "name": instance.depot_name}
    features = [
        *(_feature("LineString", [[0, 0], [1, 1]], line) for line in lines),
        *(_feature("Point", _place(instance, point), point) for point in [depot, *points]),
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))


def _line(instance: kinroute.Instance, route: Itinerary) -> dict[str, Any]:
    return {
        "route": route.number,
        "distance": route.distance,
        "duration": route.duration,
        "distance_unit": instance.distance_unit,
        "time_unit": instance.time_unit,
    }


def _place(instance: kinroute.Instance, point: dict[str, Any]) -> list[float]:
    assert instance.coordinates is not None
    found: list[float] = instance.coordinates[point["node"], ::-1].tolist()
    return found


def _feature(kind: str, coordinates: Any, properties: dict[str, Any]) -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": properties}


WRITERS: dict[str, Callable[[Path, kinroute.Instance, Routes], None]] = {
    ".sol": write_sol,
    ".csv": write_csv,
    ".json": write_json,
    ".xlsx": write_xlsx,
    ".geojson": write_geojson,
}
