"""A spreadsheet of stops as .csv or .xlsx.

    name,x,y,demand,service,phone
    depot,40,50,,,
    Bakery,45,68,10,15,555-1234

`lat,lon` in degrees may stand for `x,y`; then distances are great circles in km. `service` and
`name` are optional. What other columns mean is in `kinroute.io.columns`. The depot is the row
marked in a column `is_depot`, else the row named "depot", else the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinroute.errors import FormatError
from kinroute.io.columns import NO, Columns, columns_of
from kinroute.io.draft import Draft
from kinroute.io.table import Row, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stop:
    """One row: its line, and its cells by what they mean and by their headers."""

    table: Table
    line: int
    cells: dict[str, str]
    carried: dict[str, str]

    @property
    def name(self) -> str:
        return self.cells.get("name", "")

    def error(self, text: str) -> FormatError:
        return self.table.error(text, self.line)

    def number(self, column: str, *, blank: float | None = None) -> float:
        """Return the number in a column, or `blank` where the cell is empty."""
        cell = self.cells.get(column, "")
        if not cell and blank is not None:
            return blank
        try:
            return self.table.number(cell)
        except ValueError as error:
            reason = f"{column} {error}" if cell else f"{column} is blank; give a number"
            raise self.error(reason) from None

    def amount(self, column: str, *, blank: float | None = None) -> float:
        """Return a number that may not be negative."""
        value = self.number(column, blank=blank)
        if value < 0:
            raise self.error(f"{column} {value:g} must be 0 or more")
        return value


def parse_stops(
    table: Table, *, renamed: Mapping[str, str] | None = None, ignored: Iterable[str] = ()
) -> Draft:
    """Parse a table of stops; raises FormatError with the row.

    `renamed` and `ignored` are those of `columns_of`.
    """
    columns = _columns(table, renamed or {}, ignored)
    stops = [_stop(row, columns, table) for row in table.rows[1:]]
    if not stops:
        raise FormatError("there are no stops below the header row", source=table.source)
    globe = "lat" in columns.used
    axes = ("lat", "lon") if globe else ("x", "y")
    depot = _depot(stops)
    customers = [stop for stop in stops if stop is not depot]
    return Draft(
        source=table.source,
        demands=[stop.amount("demand") for stop in customers],
        places=[f"row {stop.line}" for stop in customers],
        depot_place=f"row {depot.line}",
        no_capacity="a list of stops has no capacity; give it (--capacity, or capacity=...)",
        coordinates=np.array(
            [[stop.number(axis) for axis in axes] for stop in (depot, *customers)]
        ),
        metric="great_circle" if globe else "euclidean",
        rounding_reason="a list of stops",
        service=[stop.amount("service", blank=0.0) for stop in customers],
        service_unit=columns.service_unit,
        name=Path(table.source).stem,
        names=_names(customers) if "name" in columns.used else None,
        depot_name=depot.name or "depot",
        attributes=[stop.carried for stop in customers] if columns.carried else None,
    )


def _columns(table: Table, renamed: Mapping[str, str], ignored: Iterable[str]) -> Columns:
    line, header = table.rows[0]
    body = [cells for _, cells in table.rows[1:]]
    try:
        columns = columns_of(header, body, renamed=renamed, ignored=ignored)
        _refuse_missing(columns.used)
    except FormatError as error:
        raise table.error(error.text, line) from None
    return columns


def _refuse_missing(used: Mapping[str, int]) -> None:
    for pair in (("x", "y"), ("lat", "lon")):
        if len(found := used.keys() & set(pair)) == 1:
            (other,) = set(pair) - found
            raise FormatError(f"there is a column {found.pop()!r} but none {other!r}")
    if "x" in used and "lat" in used:
        raise FormatError(
            "there are columns x,y and lat,lon; keep one pair\nLeave the other out: "
            "--ignore-columns x,y"
        )
    if not used.keys() & {"x", "lat"}:
        raise FormatError("there are no columns lat,lon or x,y; every stop needs coordinates")
    if "demand" not in used:
        raise FormatError(
            "there is no column 'demand'; every customer needs one\n"
            "If it is there under another name, say so: --columns demand=…"
        )


def _stop(row: Row, columns: Columns, table: Table) -> _Stop:
    line, cells = row
    width = len(table.rows[0][1])
    if any(cells[width:]):
        raise table.error(
            f"there are {len(cells)} cells, but the header has {width} columns\n"
            'A text with a comma in it needs quotes: "Miller, John".',
            line,
        )
    cells = [*cells, *[""] * (width - len(cells))]
    return _Stop(
        table=table,
        line=line,
        cells={meaning: cells[at] for meaning, at in columns.used.items()},
        carried={header: cells[at] for header, at in columns.carried.items()},
    )


def _depot(stops: Sequence[_Stop]) -> _Stop:
    """The row of the depot, which has neither demand nor service."""
    marked = [stop for stop in stops if stop.cells.get("is_depot", "").lower() not in NO]
    named = [stop for stop in stops if stop.name.lower() == "depot"]
    depots = marked or named or [stops[0]]
    if len(depots) > 1:
        raise depots[1].error(f"a second depot after row {depots[0].line}; there must be one")
    depot = depots[0]
    for column in ("demand", "service"):
        if not depot.amount(column, blank=0.0):
            continue
        if not marked and not named:
            raise depot.error(
                f"no row is marked as the depot, and the first one has {column} "
                f"{depot.cells[column]}\nAdd a row for the depot (first, or named depot); it has "
                "no demand."
            )
        raise depot.error(
            f"the depot has {column} {depot.cells[column]}; only customers may, leave it blank"
        )
    return depot


def _names(customers: Sequence[_Stop]) -> list[str]:
    """The names; one that is taken gets its row, as of a second order for the same customer."""
    names: dict[str, None] = {}
    for stop in customers:
        name = stop.name or f"row {stop.line}"
        while name in names:
            name = f"{name} (row {stop.line})"
        names[name] = None
    return list(names)
