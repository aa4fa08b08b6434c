"""Plans as workbooks (.xlsx) with a sheet "Route 1", "Route 2", ... each; needs openpyxl."""

from __future__ import annotations

import io
import re
import warnings
from os import PathLike
from typing import Any

from kinroute.errors import FormatError
from kinroute.io.optional_imports import optional_import
from kinroute.io.text import read_bytes
from kinroute.solution.plans.plan import Plan
from kinroute.solution.plans.tables import PlanTable, sheet_table

_ROUTE = re.compile(r"route\s+(.+)", re.IGNORECASE)
_MOST_CELLS = 5_000_000

Sheet = list[tuple[str, list[str]]]


def read_workbook(path: str | PathLike[str]) -> Plan:
    """Read the sheets of the routes, or a first sheet with a column `route`."""
    source = str(path)
    openpyxl = optional_import("openpyxl", extra="excel", purpose=f"reading {source}")
    content = read_bytes(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions, which are not read
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            sheets = {sheet.title: _rows(sheet) for sheet in book.worksheets}
            book.close()
    except FormatError as error:
        raise FormatError(error.text, source=source) from None
    except Exception as error:  # a damaged archive may raise nearly anything
        raise FormatError(f"this is not a workbook: {error!r:.100}", source=source) from None
    return _plan({title: rows for title, rows in sheets.items() if rows}, source)


def _plan(sheets: dict[str, Sheet], source: str) -> Plan:
    tables = {
        match[1]: sheet_table(rows, f"{source}, sheet {title!r}", route=match[1])
        for title, rows in sheets.items()
        if (match := _ROUTE.fullmatch(title.strip()))
    }
    if not tables:
        if not sheets:
            raise FormatError("the workbook is blank", source=source)
        title, rows = next(iter(sheets.items()))
        return sheet_table(rows, f"{source}, sheet {title!r}").plan()
    first = next(iter(tables.values()))
    return PlanTable(
        source=source,
        rows=tuple(row for table in tables.values() for row in table.rows),
        distance_unit=first.distance_unit,
        time_unit=first.time_unit,
        cost=_cost(sheets.get("Summary", [])),
        is_geographic=first.is_geographic,
    ).plan()


def _rows(sheet: Any) -> Sheet:
    sheet.reset_dimensions()  # what the file says of its extent may be wrong
    rows: Sheet = []
    read = 0
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        cells = [_text(cell) for cell in row]
        read += len(cells) + 1
        if read > _MOST_CELLS:
            raise FormatError(f"a sheet has more than {_MOST_CELLS} cells")
        if any(cells):
            rows.append((f"row {number}", cells))
    return rows


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def _cost(summary: Sheet) -> float | None:
    for _, cells in summary:
        if cells[0] == "cost" and len(cells) > 1:
            try:
                return float(cells[1])
            except ValueError:
                return None
    return None
