"""Distance matrices as .csv or .npz, the depot first.

A .csv holds a square of numbers; a header row, a first column of names and a column `demand` are
optional. A .npz holds an array `distances` and may hold the others that `Instance` has. Without
demands, every customer has demand 1.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kinroute.errors import FormatError
from kinroute.io.draft import Draft
from kinroute.io.table import Row, cell_number, row_error
from kinroute.io.text import finite, shown
from kinroute.problem.geometry import FloatArray

_NO_CAPACITY = "a matrix has no capacity; give it (--capacity, or capacity=...)"
_REASON = "a distance matrix"
_ARRAYS = (
    "distances",
    "demands",
    "capacity",
    "coordinates",
    "service",
    "max_duration",
    "vehicles",
    "names",
)


def parse_matrix(rows: Sequence[Row], source: str) -> Draft:
    """Parse a table as a matrix; raises FormatError with the row."""
    header = rows[0][1] if _is_header(rows[0][1]) else None
    body = list(rows[1:] if header else rows)
    if not body:
        raise FormatError("there are no distances below the header row", source=source)
    lowered = [cell.lower() for cell in header or ()]
    demand_at = lowered.index("demand") if "demand" in lowered else None
    named = _has_names(header, body)
    columns = [
        at for at in range(max(len(cells) for _, cells in body)) if at != demand_at and at >= named
    ]
    _refuse_odd_shapes(body, columns, source)
    size = len(body)
    distances = np.empty((size, size))
    for number, (line, cells) in enumerate(body):
        distances[number] = _distances([cells[at] for at in columns], number, line, source)
    demands = [0.0, *(1.0 for _ in range(size - 1))]
    if demand_at is not None:
        demands = [_demand(row, demand_at, source) for row in body]
    return Draft(
        source=source,
        demands=demands,
        places=[f"row {line}" for line, _ in body[1:]],
        no_capacity=_NO_CAPACITY,
        distances=distances,
        rounding_reason=_REASON,
        name=Path(source).stem,
        names=_names(header, body, columns, source) if named else None,
    )


def parse_npz(content: bytes, source: str) -> Draft:
    """Return the arrays of a .npz file; nothing in it is ever executed."""
    arrays = _arrays(content, source)
    if "distances" not in arrays:
        found = ", ".join(sorted(arrays)) or "none"
        raise FormatError(f"there is no array 'distances'; found: {found}", source=source)
    limit = _scalar(arrays, "max_duration", source)
    vehicles = _scalar(arrays, "vehicles", source)
    if vehicles is not None and not vehicles.is_integer():
        raise FormatError(f"vehicles {vehicles:g} must be a whole number", source=source)
    distances = arrays["distances"]
    n = max(0, len(distances) - 1) if distances.ndim else 0
    names = [str(name) for name in arrays["names"].ravel()] if "names" in arrays else None
    if names is not None and len(names) == n + 1:
        names = names[1:]
    return Draft(
        source=source,
        demands=arrays.get("demands", np.ones(n)),
        places=[f"customer {customer}" for customer in range(1, n + 1)],
        capacity=_scalar(arrays, "capacity", source),
        no_capacity=_NO_CAPACITY,
        coordinates=arrays.get("coordinates"),
        distances=distances,
        rounding_reason=_REASON,
        service=arrays.get("service", np.zeros(0)),
        max_duration=math.inf if limit is None else limit,
        vehicles=None if vehicles is None else int(vehicles),
        name=Path(source).stem,
        names=names,
    )


def _is_header(cells: Sequence[str]) -> bool:
    return not cells[0] or any(cell and cell_number(cell) is None for cell in cells[1:])


def _has_names(header: Sequence[str] | None, body: Sequence[Row]) -> bool:
    if header and header[0].lower() in ("", "name", "id"):
        return True
    return all(cells[0] and cell_number(cells[0]) is None for _, cells in body)


def _refuse_odd_shapes(body: Sequence[Row], columns: Sequence[int], source: str) -> None:
    size = len(body)
    for line, cells in body:
        width = sum(at < len(cells) for at in columns)
        if width != size:
            raise row_error(
                f"{width} distances in a matrix of {size} rows; it must be square\n"
                "If these are stops, name their columns x,y (or lat,lon) and demand in a header.",
                source,
                line,
            )


def _distances(cells: list[str], own: int, line: int, source: str) -> FloatArray:
    cells[own] = cells[own] or "0"
    try:
        values = np.array([finite(cell) for cell in cells])
    except ValueError as error:
        raise row_error(str(error), source, line) from None
    values[own] = 0.0
    if (values < 0).any():
        raise row_error(f"the distance {values.min():g} must be 0 or more", source, line)
    return values


def _demand(row: Row, at: int, source: str) -> float:
    line, cells = row
    cell = cells[at] if at < len(cells) else ""
    try:
        return finite(cell or "0")
    except ValueError as error:
        raise row_error(f"demand {error}", source, line) from None


def _names(
    header: Sequence[str] | None, body: Sequence[Row], columns: Sequence[int], source: str
) -> list[str]:
    for number, (line, cells) in enumerate(body):
        if header is None:
            break
        column = header[columns[number]] if columns[number] < len(header) else ""
        if column != cells[0]:
            raise row_error(
                f"{shown(cells[0])} is row {number + 1}, but column {number + 1} is "
                f"{shown(column)}; rows and columns must come in the same order",
                source,
                line,
            )
    return [cells[0] for _, cells in body[1:]]


def _arrays(content: bytes, source: str) -> dict[str, Any]:
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            return {name: archive[name] for name in _ARRAYS if name in archive}
    except Exception as error:  # a damaged archive may raise nearly anything
        raise FormatError(
            f"this is not a .npz file of plain arrays: {error}", source=source
        ) from None


def _scalar(arrays: dict[str, Any], name: str, source: str) -> float | None:
    """Return the one number in an array; None where there is no such array."""
    if name not in arrays:
        return None
    array = arrays[name]
    if array.size != 1:
        raise FormatError(f"{name} has shape {array.shape}; give one number", source=source)
    try:
        return float(array.ravel()[0])
    except (TypeError, ValueError):
        raise FormatError(f"{name} is not a number", source=source) from None
