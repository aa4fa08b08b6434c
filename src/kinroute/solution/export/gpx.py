"""Routes for navigation devices (.gpx, GPX 1.1)."""

from __future__ import annotations

from os import PathLike
from xml.etree import ElementTree

from kinroute.io.atomic import write_bytes
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.solution.export.text import one_line
from kinroute.solution.itinerary import Itinerary, Stop
from kinroute.solution.measures import clock_text, count, is_timed, measures_text
from kinroute.solution.result import Result

_NAMESPACE = "http://www.topografix.com/GPX/1/1"


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write one `rte` per route, with a point per stop."""
    root = ElementTree.Element("gpx", version="1.1", creator="Kinroute", xmlns=_NAMESPACE)
    metadata = ElementTree.SubElement(root, "metadata")
    _add(metadata, "name", result.instance.name)
    degrees = result.instance.degrees()
    assert degrees is not None
    places = degrees.tolist()
    for route in result.itineraries:
        root.append(_route(result.instance, route, places))
    ElementTree.indent(root)
    write_bytes(path, ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")


def _route(instance: Instance, route: Itinerary, places: list[list[float]]) -> ElementTree.Element:
    element = ElementTree.Element("rte")
    _add(element, "name", f"Route {route.number}")
    load = f"load {plain(route.load)} of {plain(instance.capacity)}"
    measures = measures_text(instance, route.distance, route.duration)
    _add(element, "desc", f"{count(len(route.customers), 'stop')}, {load}, {measures}")
    _add(element, "number", str(route.number))
    for stop in route.stops:
        lat, lon = places[stop.node]
        point = ElementTree.SubElement(element, "rtept", lat=f"{lat:.7f}", lon=f"{lon:.7f}")
        _add(point, "name", stop.label)
        if stop.node:
            _add(point, "desc", _description(instance, stop))
    return element


def _description(instance: Instance, stop: Stop) -> str:
    parts = [f"demand {plain(stop.demand)}"]
    if is_timed(instance) and stop.arrival is not None:
        parts.append(f"arrival {clock_text(instance, stop.arrival)} after the start")
    parts += [f"{name}: {value}" for name, value in stop.attributes.items() if value]
    return "; ".join(parts)


def _add(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = one_line(text)
