"""Distance matrices as tables, the depot first.

A square of numbers; a header row, a first column of names and columns `demand` and `service` are
optional. A blank cell or `inf` forbids an arc. Without demands, every customer has demand 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from kinroute.errors import FormatError
from kinroute.io.columns import meaning_of, unknown_columns_text
from kinroute.io.draft import Draft
from kinroute.io.meanings import CONSTRAINTS
from kinroute.io.table import Row, Table
from kinroute.io.text import shown
from kinroute.problem.geometry import FloatArray

NO_CAPACITY = "a matrix has no capacity; give it (--capacity, or capacity=...)"
REASON = "a distance matrix"
NO_DEMANDS = "there are no demands; every customer gets demand 1"

_FORBIDDEN = {"", "inf", "+inf", "infinity"}


def parse_matrix(table: Table) -> Draft:
    """Parse a table as a matrix; raises FormatError with the row."""
    rows = table.rows
    header = rows[0][1] if _is_header(rows[0][1], table) else None
    body = list(rows[1:] if header else rows)
    if not body:
        raise FormatError("there are no distances below the header row", source=table.source)
    named = _has_names(header, body, table)
    extras = _extras(header or (), {cells[0] for _, cells in body} if named else set(), table)
    columns = [
        at
        for at in range(max(len(cells) for _, cells in body))
        if at not in extras.values() and at >= named
    ]
    _refuse_odd_shapes(table, header, body, columns)
    size = len(body)
    distances = np.empty((size, size))
    for number, row in enumerate(body):
        distances[number] = _distances(row, columns, number, table)
    demands = [0.0, *(1.0 for _ in range(size - 1))]
    if "demand" in extras:
        demands = [_amount(row, extras["demand"], "demand", table) for row in body]
    names = _names(header, body, columns, table) if named else None
    return Draft(
        source=table.source,
        demands=demands,
        places=[f"row {line}" for line, _ in body[1:]],
        no_capacity=NO_CAPACITY,
        distances=distances,
        rounding_reason=REASON,
        name=Path(table.source).stem,
        names=names[1:] if names else None,
        depot_name=(names[0] if names else "") or "depot",
        service=[_amount(row, extras["service"], "service", table) for row in body[1:]]
        if "service" in extras
        else 0.0,
        notes=[] if "demand" in extras else [NO_DEMANDS],
    )


def _is_header(cells: Sequence[str], table: Table) -> bool:
    if any(_is_text(cell, table) for cell in cells[1:]):
        return True
    # A blank corner is that of numbered nodes, or the unused diagonal of the first row.
    return not cells[0] and [row[0] for _, row in table.rows[1:]] == list(cells[1:])


def _is_text(cell: str, table: Table) -> bool:
    return cell.lower() not in _FORBIDDEN and not table.is_number(cell)


def _has_names(header: Sequence[str] | None, body: Sequence[Row], table: Table) -> bool:
    if header and header[0].lower() in ("", "name", "id"):
        return True
    return all(_is_text(cells[0], table) for _, cells in body)


def _refuse_odd_shapes(
    table: Table, header: Sequence[str] | None, body: Sequence[Row], columns: Sequence[int]
) -> None:
    size = len(body)
    for line, cells in body:
        width = sum(at < len(cells) for at in columns)
        if width == size:
            continue
        if header is not None and any(_is_text(cell, table) for cell in header):
            raise table.error(unknown_columns_text(header), table.rows[0][0])
        raise table.error(
            f"{width} distances in a matrix of {size} rows; it must be square\n"
            "If these are stops, name their columns x,y (or lat,lon) and demand in a header.",
            line,
        )


def _distances(row: Row, columns: Sequence[int], own: int, table: Table) -> FloatArray:
    line, cells = row
    values = np.zeros(len(columns))
    for number, at in enumerate(columns):
        if number == own:
            continue
        if cells[at].lower() in _FORBIDDEN:
            values[number] = math.inf
            continue
        try:
            values[number] = table.number(cells[at])
        except ValueError as error:
            raise table.error(str(error), line) from None
    if (values < 0).any():
        raise table.error(f"the distance {values.min():g} must be 0 or more", line)
    return values


def _extras(header: Sequence[str], names: set[str], table: Table) -> dict[str, int]:
    """The columns beside the distances, demand and service; what is not solved is refused."""
    extras: dict[str, int] = {}
    line, _ = table.rows[0]
    for at, cell in enumerate(header):
        meaning = "" if cell in names else meaning_of(cell)
        if meaning in CONSTRAINTS.values():
            raise table.error(
                f"the column {shown(cell)} states {meaning}; that is not solved, leave it out", line
            )
        if meaning not in ("demand", "service"):
            continue
        if meaning in extras:
            first = shown(header[extras[meaning]])
            raise table.error(f"the columns {first} and {shown(cell)} are both {meaning}", line)
        extras[meaning] = at
    return extras


def _amount(row: Row, at: int, column: str, table: Table) -> float:
    line, cells = row
    cell = cells[at] if at < len(cells) else ""
    try:
        return table.number(cell or "0")
    except ValueError as error:
        raise table.error(f"{column} {error}", line) from None


def _names(
    header: Sequence[str] | None, body: Sequence[Row], columns: Sequence[int], table: Table
) -> list[str]:
    names = [cells[0] for _, cells in body]
    if header is not None and not set(names) & set(header[1:]):
        raise table.error(unknown_columns_text(header), table.rows[0][0])
    for number, (line, cells) in enumerate(body):
        if header is None:
            break
        column = header[columns[number]] if columns[number] < len(header) else ""
        if column != cells[0]:
            raise table.error(
                f"{shown(cells[0])} is row {number + 1}, but column {number + 1} is "
                f"{shown(column)}; rows and columns must come in the same order",
                line,
            )
    return names
