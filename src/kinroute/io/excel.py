"""Workbooks (.xlsx) as tables; needs openpyxl, the extra `excel`."""

from __future__ import annotations

import datetime
import io
import warnings
from contextlib import redirect_stdout
from typing import Any

from kinroute.errors import FormatError, InputWarning
from kinroute.io.archives import ArchiveError, opened
from kinroute.io.optional_imports import optional_import
from kinroute.io.table import Row, Table

SUFFIXES = (".xlsx", ".xlsm", ".xls")
_OLD_MAGIC = b"\xd0\xcf\x11\xe0"

_MOST_ROWS = 2**20
_MOST_CELLS = 50_000_000


def is_workbook(content: bytes) -> bool:
    """Return whether a file is a workbook, by its content."""
    return content.startswith(b"PK") and b"xl/workbook" in content


def parse_workbook(content: bytes, source: str) -> Table:
    """Return the first sheet that is not blank; a warning names the others."""
    if content.startswith(_OLD_MAGIC):
        raise FormatError("this is an old workbook (.xls); save it as .xlsx", source=source)
    openpyxl = optional_import("openpyxl", extra="excel", purpose=f"reading {source}")
    try:
        # openpyxl warns and even prints of styles and extensions, which are not read.
        with opened(content), warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            sheets = {sheet.title: _rows(sheet) for sheet in book.worksheets}
            book.close()
    except ArchiveError as error:
        raise FormatError(f"this workbook {error}", source=source) from None
    filled = [title for title, rows in sheets.items() if rows]
    if len(filled) > 1:
        others = ", ".join(map(repr, filled[1:]))
        warnings.warn(
            f"{source}: only the sheet {filled[0]!r} is read, not {others}",
            InputWarning,
            stacklevel=2,
        )
    return Table(source, sheets[filled[0]] if filled else [], has_decimal_commas=True)


def _rows(sheet: Any) -> list[Row]:
    """The rows of a sheet with their numbers, blank ones left out."""
    sheet.reset_dimensions()  # what the file says of its extent may be wrong
    rows: list[Row] = []
    for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
        cells = [_text(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if number > _MOST_ROWS:
            raise ArchiveError(f"has more than {_MOST_ROWS} rows, which no sheet has")
        if cells:
            rows.append((number, cells))
    width = max((len(cells) for _, cells in rows), default=0)
    if width * len(rows) > _MOST_CELLS:
        raise ArchiveError(f"has {len(rows)} rows of {width} cells, which is too many")
    return [(number, [*cells, *[""] * (width - len(cells))]) for number, cells in rows]


def _text(cell: Any) -> str:
    """A cell as it would stand in a .csv file."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    return str(cell).strip()
