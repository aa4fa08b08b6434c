"""Comma-, semicolon- and tab-separated tables, with the line of every row."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kinroute.errors import FormatError
from kinroute.io.text import finite

Row = tuple[int, list[str]]
"""The line on which a row begins, and its cells without surrounding spaces."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a table, blank ones left out."""

    source: str
    rows: Sequence[Row]
    has_decimal_commas: bool = False
    """Whether numbers may have a decimal comma."""

    def __post_init__(self) -> None:
        if not self.rows:
            raise FormatError("the table has only blank cells", source=self.source)

    def number(self, cell: str) -> float:
        """Return the finite number in a cell; raises ValueError where there is none."""
        if self.has_decimal_commas and cell.count(",") == 1 and "." not in cell:
            try:
                return finite(cell.replace(",", "."))
            except ValueError:
                pass
        return finite(cell)

    def is_number(self, cell: str) -> bool:
        """Return whether there is a finite number in a cell."""
        try:
            self.number(cell)
        except ValueError:
            return False
        return True

    def error(self, text: str, line: int) -> FormatError:
        """Return the error to raise about a row."""
        return FormatError(text, source=self.source, place=f"row {line}")


def table(text: str, source: str) -> Table:
    """Return the table in a text.

    The delimiter is the semicolon or else the tab where the first row has one, else the comma. With
    the first two, numbers may have a decimal comma.
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    delimiter = next((mark for mark in ";\t" if mark in first), ",")
    rows = []
    for line, cells in _records(text, delimiter, source):
        cells = [cell.strip() for cell in cells]
        if any(cells):
            rows.append((line, cells))
    return Table(source, rows, has_decimal_commas=delimiter != ",")


def _records(text: str, delimiter: str, source: str) -> Iterator[Row]:
    reader = csv.reader(text.split("\n"), delimiter=delimiter, skipinitialspace=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(
            f"the table cannot be read: {error}", source=source, place=f"row {line}"
        ) from None
