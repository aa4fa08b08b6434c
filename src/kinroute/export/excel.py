"""A workbook with a summary and a sheet per route (.xlsx); needs openpyxl."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any

from kinroute.export.tables import attribute_names, rounded, stop_columns, stop_rows
from kinroute.export.text import one_line
from kinroute.io.atomic import replacing
from kinroute.io.optional_imports import optional_import
from kinroute.problem.instance import Instance
from kinroute.solution.itinerary import Itinerary
from kinroute.solution.measures import distance_unit, is_timed
from kinroute.solution.result import Result

_LONGEST = 32_767  # characters of a cell
_WIDEST = 42


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write the workbook; texts are never formulas."""
    openpyxl = optional_import("openpyxl", extra="excel", purpose="writing .xlsx")
    book = openpyxl.Workbook(write_only=True)
    _write_summary(book.create_sheet("Summary"), result)
    rows = list(stop_rows(result))
    at = 0
    for route in result.itineraries:
        end = at + len(route.stops)
        _write_route(book.create_sheet(f"Route {route.number}"), result.instance, rows[at:end])
        at = end
    with replacing(path) as beside:
        book.save(beside)


def _write_summary(sheet: Any, result: Result) -> None:
    """Facts, then a row per route whose number links to its sheet, then the totals."""
    instance = result.instance
    sheet.column_dimensions["A"].width = 14
    for letter in "BCDEF":
        sheet.column_dimensions[letter].width = 16
    facts = [
        ("instance", instance.name),
        ("cost", rounded(result.cost)),
        ("minimised", instance.objective_text),
        ("feasible", "yes" if result.feasible else "no"),
        *(("problem", problem) for problem in result.check.problems),
    ]
    for name, value in facts:
        sheet.append([_cell(sheet, name, bold=True), _cell(sheet, value)])
    sheet.append([])
    sheet.append([_cell(sheet, name, bold=True) for name in _route_headings(instance)])
    for route in result.itineraries:
        number, *others = _route_values(instance, route)
        link = _cell(sheet, number)
        link.hyperlink = f"#'Route {route.number}'!A1"
        sheet.append([link, *(_cell(sheet, value) for value in others)])
    sheet.append([_cell(sheet, value, bold=True) for value in _totals(result)])


def _write_route(sheet: Any, instance: Instance, rows: Sequence[tuple[Any, ...]]) -> None:
    """A row per stop below headings that stay in view."""
    kept = _kept_columns(instance)
    headings = list(_stop_headings(instance, kept))
    sheet.freeze_panes = "A2"
    for at, (column, heading) in enumerate(zip(kept, headings, strict=True)):
        longest = max(len(str(row[column] or "")) for row in rows)
        letter = _letter(at)
        sheet.column_dimensions[letter].width = min(_WIDEST, max(len(heading), longest) + 3)
    sheet.append([_cell(sheet, heading, bold=True) for heading in headings])
    for row in rows:
        sheet.append([_cell(sheet, row[column]) for column in kept])


def _kept_columns(instance: Instance) -> list[int]:
    """The columns of a route's sheet: without what the sheet's name and headings say."""
    left_out = {"route", "distance_unit", "time_unit"}
    if not instance.has_times:
        left_out |= {"arrival", "departure"}
    own = len(stop_columns(instance)) - len(attribute_names(instance))
    return [
        at for at, name in enumerate(stop_columns(instance)) if at >= own or name not in left_out
    ]


def _stop_headings(instance: Instance, kept: Iterable[int]) -> Iterable[str]:
    units = {
        "distance": distance_unit(instance),
        "arrival": instance.time_unit,
        "departure": instance.time_unit,
    }
    for column in kept:
        yield _with_unit(stop_columns(instance)[column], units)


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


def _cell(sheet: Any, value: Any, *, bold: bool = False) -> Any:
    """A cell whose text is text, whatever it begins with."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    cell = WriteOnlyCell(sheet)
    if isinstance(value, str):
        cell.value = one_line(value)[:_LONGEST]
        cell.data_type = "s"
    else:
        cell.value = value
    if bold:
        cell.font = Font(bold=True)
    return cell


def _letter(at: int) -> str:
    from openpyxl.utils import get_column_letter

    return get_column_letter(at + 1)
