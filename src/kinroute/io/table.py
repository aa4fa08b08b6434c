"""Comma-, semicolon- and tab-separated tables, with the line of every row."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from kinroute.errors import FormatError
from kinroute.io.text import finite

Row = tuple[int, list[str]]
"""The line on which a row begins, and its cells without surrounding spaces."""


def table(text: str, source: str) -> list[Row]:
    """Return the rows of a table, blank ones left out.

    The delimiter is the semicolon or else the tab where the first row has one, else the comma. With
    the first two, numbers may have a decimal comma.
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    delimiter = next((mark for mark in ";\t" if mark in first), ",")
    rows = []
    for line, cells in _records(text, delimiter, source):
        cells = [cell.strip() for cell in cells]
        if delimiter != ",":
            cells = [_with_point(cell) for cell in cells]
        if any(cells):
            rows.append((line, cells))
    return rows


def row_error(text: str, source: str, line: int) -> FormatError:
    """Return the error to raise about a row."""
    return FormatError(text, source=source, place=f"row {line}")


def cell_number(cell: str) -> float | None:
    """Return the number in a cell, or None where there is none."""
    try:
        return finite(cell)
    except ValueError:
        return None


def _records(text: str, delimiter: str, source: str) -> Iterator[Row]:
    reader = csv.reader(text.split("\n"), delimiter=delimiter, skipinitialspace=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise row_error(f"the table cannot be read: {error}", source, line) from None


def _with_point(cell: str) -> str:
    if cell.count(",") != 1 or "." in cell:
        return cell
    pointed = cell.replace(",", ".")
    return cell if cell_number(pointed) is None else pointed
