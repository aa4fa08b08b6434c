"""A spreadsheet of stops as CSV.

    name,x,y,demand,service
    depot,40,50,,
    Bakery,45,68,10,15

`lat,lon` in degrees may stand for `x,y`; then distances are great circles in km. `service` and
`name` are optional, other columns are ignored. The depot is the row marked in a column `is_depot`,
else the row named "depot", else the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinroute.errors import FormatError
from kinroute.io.draft import Draft
from kinroute.io.table import Row, row_error
from kinroute.io.text import finite, shown

_COLUMNS = {
    "x": "x",
    "y": "y",
    "lat": "lat",
    "latitude": "lat",
    "lon": "lon",
    "lng": "lon",
    "long": "lon",
    "longitude": "lon",
    "demand": "demand",
    "service": "service",
    "service_time": "service",
    "name": "name",
    "id": "id",
    "is_depot": "is_depot",
}
_PLACES = {"x", "y", "lat", "lon"}
_NO = {"", "0", "no", "n", "false"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stop:
    """One row: its line, and its cells by the name of their column."""

    source: str
    line: int
    cells: dict[str, str]

    def number(self, column: str, *, blank: float | None = None) -> float:
        """Return the number in a column, or `blank` where the cell is empty."""
        cell = self.cells.get(column, "")
        if not cell and blank is not None:
            return blank
        try:
            return finite(cell)
        except ValueError as error:
            reason = f"{column} {error}" if cell else f"{column} is blank; give a number"
            raise row_error(reason, self.source, self.line) from None

    def amount(self, column: str, *, blank: float | None = None) -> float:
        """Return a number that may not be negative."""
        value = self.number(column, blank=blank)
        if value < 0:
            raise row_error(f"{column} {value:g} must be 0 or more", self.source, self.line)
        return value


def is_stops(rows: Sequence[Row]) -> bool:
    """Return whether a table's first row names a column of coordinates."""
    return bool(rows) and any(_COLUMNS.get(cell.lower()) in _PLACES for cell in rows[0][1])


def parse_stops(rows: Sequence[Row], source: str) -> Draft:
    """Parse a table of stops; raises FormatError with the row."""
    columns = _columns(rows[0], source)
    stops = [_stop(row, columns, source) for row in rows[1:]]
    if not stops:
        raise FormatError("there are no stops below the header row", source=source)
    globe = "lat" in columns
    axes = ("lat", "lon") if globe else ("x", "y")
    depot = _depot(stops, source)
    for column in ("demand", "service"):
        if depot.amount(column, blank=0.0):
            raise row_error(
                f"the depot has {column} {depot.cells[column]}; only customers may, leave it blank",
                source,
                depot.line,
            )
    customers = [stop for stop in stops if stop is not depot]
    return Draft(
        source=source,
        demands=[stop.amount("demand") for stop in customers],
        places=[f"row {stop.line}" for stop in customers],
        no_capacity="a list of stops has no capacity; give it (--capacity, or capacity=...)",
        coordinates=np.array(
            [[stop.number(axis) for axis in axes] for stop in (depot, *customers)]
        ),
        metric="great_circle" if globe else "euclidean",
        rounding_reason="a list of stops",
        service=[stop.amount("service", blank=0.0) for stop in customers],
        name=Path(source).stem,
        names=_names(customers, source) if {"name", "id"} & columns.keys() else None,
    )


def _columns(header: Row, source: str) -> dict[str, int]:
    """Return the position of each known column."""
    line, cells = header
    columns: dict[str, int] = {}
    for position, cell in enumerate(cells):
        column = _COLUMNS.get(cell.lower().replace(" ", "_"))
        if column is None:
            continue
        if column in columns:
            raise row_error(f"the column {shown(cell)} is there twice", source, line)
        columns[column] = position
    for pair in (("x", "y"), ("lat", "lon")):
        if len(found := columns.keys() & set(pair)) == 1:
            (other,) = set(pair) - found
            raise row_error(f"there is a column {found.pop()!r} but none {other!r}", source, line)
    if "x" in columns and "lat" in columns:
        raise row_error("there are columns x,y and lat,lon; keep one pair", source, line)
    if "demand" not in columns:
        raise row_error("there is no column 'demand'; every customer needs one", source, line)
    return columns


def _stop(row: Row, columns: dict[str, int], source: str) -> _Stop:
    line, cells = row
    known = {name: cells[at] for name, at in columns.items() if at < len(cells)}
    return _Stop(source=source, line=line, cells=known)


def _depot(stops: Sequence[_Stop], source: str) -> _Stop:
    marked = [stop for stop in stops if stop.cells.get("is_depot", "").lower() not in _NO]
    named = [stop for stop in stops if _name(stop).lower() == "depot"]
    depots = marked or named or [stops[0]]
    if len(depots) > 1:
        first, second = depots[0].line, depots[1].line
        raise row_error(f"a second depot after row {first}; there must be one", source, second)
    return depots[0]


def _name(stop: _Stop) -> str:
    return stop.cells.get("name") or stop.cells.get("id", "")


def _names(customers: Sequence[_Stop], source: str) -> list[str]:
    rows: dict[str, int] = {}
    for stop in customers:
        name = _name(stop) or f"row {stop.line}"
        if name in rows:
            raise row_error(
                f"{shown(name)} is already the name of row {rows[name]}; names must differ",
                source,
                stop.line,
            )
        rows[name] = stop.line
    return list(rows)
