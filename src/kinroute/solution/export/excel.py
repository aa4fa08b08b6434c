"""A workbook with a summary and a sheet per route (.xlsx); needs openpyxl."""

from __future__ import annotations

import math
from collections.abc import Sequence
from os import PathLike
from typing import Any

from kinroute.io.atomic import replacing
from kinroute.io.optional_imports import optional_import
from kinroute.problem.instance import Instance
from kinroute.solution.export.cells import Cells
from kinroute.solution.export.tables import attribute_names, rounded, stop_columns, stop_rows
from kinroute.solution.itinerary import Itinerary
from kinroute.solution.measures import distance_unit, is_timed
from kinroute.solution.result import Result

_WIDEST = 42


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write the workbook; texts are never formulas."""
    openpyxl = optional_import("openpyxl", extra="excel", purpose="writing .xlsx")
    book = openpyxl.Workbook(write_only=True)
    _write_summary(Cells(book.create_sheet("Summary")), result)
    rows = list(stop_rows(result))
    at = 0
    for route in result.itineraries:
        end = at + len(route.stops)
        sheet = Cells(book.create_sheet(f"Route {route.number}"))
        _write_route(sheet, result.instance, rows[at:end])
        at = end
    with replacing(path) as beside:
        book.save(beside)


def _write_summary(sheet: Cells, result: Result) -> None:
    """Facts, then a row per route whose number links to its sheet, then the totals."""
    instance = result.instance
    headings = _route_headings(instance)
    sheet.prepare([max(14, len(heading) + 3) for heading in headings])
    facts = [
        ("instance", instance.name),
        ("cost", rounded(result.cost)),
        ("minimised", instance.objective_text),
        ("feasible", "yes" if result.feasible else "no"),
        *(("problem", problem) for problem in result.check.problems),
    ]
    for name, value in facts:
        sheet.add([sheet.cell(name, bold=True), sheet.cell(value, left=True)])
    sheet.add([])
    sheet.add([sheet.cell(name, bold=True, left=at == 0) for at, name in enumerate(headings)])
    for route in result.itineraries:
        number, *others = _route_values(instance, route)
        link = sheet.cell(number, left=True, to=f"Route {route.number}")
        sheet.add([link, *map(sheet.cell, others)])
    sheet.add(
        [sheet.cell(value, bold=True, left=at == 0) for at, value in enumerate(_totals(result))]
    )


def _write_route(sheet: Cells, instance: Instance, rows: Sequence[tuple[Any, ...]]) -> None:
    """A row per stop below headings that stay in view."""
    kept = _kept_columns(instance)
    headings = _stop_headings(instance, kept)
    longest = [max(len(str(row[column] or "")) for row in rows) for column in kept]
    sizes = zip(headings, longest, strict=True)
    sheet.prepare([min(_WIDEST, max(len(name), size) + 3) for name, size in sizes], below=1)
    is_text = [isinstance(rows[0][column], str) for column in kept]
    titles = zip(headings, is_text, strict=True)
    sheet.add([sheet.cell(name, bold=True, left=left) for name, left in titles])
    is_place = [name in ("latitude", "longitude", "x", "y") for name in headings]
    for row in rows:
        values = zip((row[column] for column in kept), is_place, strict=True)
        sheet.add([sheet.cell(value, exact=exact) for value, exact in values])


def _kept_columns(instance: Instance) -> list[int]:
    """The columns of a route's sheet: without what the sheet's name and headings say."""
    left_out = {"route", "distance_unit", "time_unit"}
    if not instance.has_times:
        left_out |= {"arrival", "departure"}
    columns = stop_columns(instance)
    own = len(columns) - len(attribute_names(instance))
    return [at for at, name in enumerate(columns) if at >= own or name not in left_out]


def _stop_headings(instance: Instance, kept: Sequence[int]) -> list[str]:
    time: str = instance.time_unit
    units = {"distance": distance_unit(instance), "arrival": time, "departure": time}
    columns = stop_columns(instance)
    return [_with_unit(columns[column], units) for column in kept]


def _route_headings(instance: Instance) -> list[str]:
    units = {"distance": distance_unit(instance), "duration": instance.time_unit}
    names = ["route", "stops", "load", "capacity", "distance"]
    return [_with_unit(name, units) for name in [*names, *(["duration"] * is_timed(instance))]]


def _route_values(instance: Instance, route: Itinerary) -> list[Any]:
    values: list[Any] = [route.number, len(route.customers)]
    amounts = [route.load, instance.capacity, route.distance]
    if is_timed(instance):
        amounts.append(route.duration or 0.0)
    return values + [rounded(amount) for amount in amounts]


def _totals(result: Result) -> list[Any]:
    rows = [_route_values(result.instance, route) for route in result.itineraries]
    columns = list(zip(*rows, strict=True))[1:]
    return ["total", *(rounded(math.fsum(value or 0 for value in column)) for column in columns)]


def _with_unit(name: str, units: dict[str, str]) -> str:
    return f"{name} ({units[name]})" if units.get(name) else name
