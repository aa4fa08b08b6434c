"""Plans as tables with a row per stop: columns route, position, node, name and others."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kinroute.errors import FormatError
from kinroute.io.text import finite, shown
from kinroute.solution.plans.plan import Place, Plan, PlanRoute

_WITH_UNIT = re.compile(r"(.+?) \(([^()]*)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRow:
    """One row: a stop of a route, the depot included."""

    place: str
    """Where it is in the file: "row 7"."""
    route: str
    name: str
    node: int | None
    """0 is the depot; None where the file does not say."""
    position: float
    distance: float | None
    """Driven up to here."""
    departure: float | None
    """Time up to here."""
    at: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTable:
    """The stops of a file, and the units of its columns."""

    source: str
    rows: tuple[StopRow, ...]
    distance_unit: str = ""
    time_unit: str = ""
    cost: float | None = None
    is_geographic: bool = False

    def plan(self) -> Plan:
        """The plan; rows of a route are ordered by their positions."""
        routes: dict[str, list[StopRow]] = {}
        for row in self.rows:
            routes.setdefault(row.route, []).append(row)
        ordered = {label: sorted(rows, key=_position) for label, rows in routes.items()}
        stops = {
            label: tuple(row for row in rows if row.node != 0) for label, rows in ordered.items()
        }
        self._refuse_repeated([row for rows in stops.values() for row in rows])
        numbers = {row.name: row.node for rows in stops.values() for row in rows}
        has_numbers = all(node is not None for node in numbers.values())
        places = {row.name: row.at for rows in stops.values() for row in rows}
        depots = [row.at for row in self.rows if row.node == 0 and row.at is not None]
        return Plan(
            source=self.source,
            routes=tuple(
                PlanRoute(label=label, stops=tuple(row.name for row in rows))
                for label, rows in stops.items()
            ),
            has_names=any(row.name != str(row.node) for rows in stops.values() for row in rows),
            numbers={name: node for name, node in numbers.items() if node is not None}
            if has_numbers
            else None,
            cost=self.cost,
            distance=_sum(rows[-1].distance for rows in ordered.values()),
            duration=_sum(rows[-1].departure for rows in ordered.values()),
            distance_unit=self.distance_unit,
            time_unit=self.time_unit,
            places=None
            if None in places.values()
            else {name: at for name, at in places.items() if at is not None},
            depot=depots[0] if depots else None,
            is_geographic=self.is_geographic,
            is_open=all(rows[0].node == 0 != rows[-1].node for rows in ordered.values()),
        )

    def _refuse_repeated(self, rows: Sequence[StopRow]) -> None:
        places: dict[str, str] = {}
        for row in rows:
            if row.name in places:
                raise FormatError(
                    f"the stop {shown(row.name)} is already in {places[row.name]}; every stop "
                    "needs its own name",
                    source=self.source,
                    place=row.place,
                )
            places[row.name] = row.place


def parse_csv(text: str, source: str) -> Plan:
    """Parse a table with a header row; raises FormatError with the row."""
    first = next(line for line in text.split("\n") if line.strip())
    delimiter = next((mark for mark in ";\t" if mark in first), ",")
    reader = csv.reader(text.split("\n"), delimiter=delimiter, skipinitialspace=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise FormatError(
            f"the table cannot be read: {error}", source=source, place=f"row {reader.line_num}"
        ) from None
    filled = [(f"row {line}", cells) for line, cells in rows if any(cells)]
    return sheet_table(filled, source).plan()


def sheet_table(
    rows: Sequence[tuple[str, Sequence[str]]], source: str, *, route: str | None = None
) -> PlanTable:
    """The stops of a table whose first row names the columns.

    `route` is the label of all rows where there is no column for it.
    """
    place, header = rows[0]
    units: dict[str, str] = {}
    columns: dict[str, int] = {}
    for at, cell in enumerate(header):
        match = _WITH_UNIT.fullmatch(cell.lower())
        name = match[1] if match else cell.lower()
        columns.setdefault(name, at)
        units.setdefault(name, match[2] if match else "")
    if (route is None and "route" not in columns) or not {"name", "node"} & columns.keys():
        raise FormatError(
            "this is no plan: it needs columns 'route' and 'name', as an export has them; "
            f"found: {', '.join(shown(cell) for cell in header[:8])}",
            source=source,
            place=place,
        )
    found = tuple(_row(place, cells, columns, route, source) for place, cells in rows[1:])
    return PlanTable(
        source=source,
        rows=found,
        distance_unit=units.get("distance", "") or _first_cell(rows, columns, "distance_unit"),
        time_unit=units.get("departure", "") or _first_cell(rows, columns, "time_unit"),
        is_geographic="latitude" in columns,
    )


def _row(
    place: str, cells: Sequence[str], columns: dict[str, int], route: str | None, source: str
) -> StopRow:
    def cell(column: str) -> str:
        at = columns.get(column)
        return cells[at] if at is not None and at < len(cells) else ""

    def number(column: str) -> float | None:
        if not cell(column):
            return None
        try:
            return finite(cell(column).replace(",", "."))
        except ValueError as error:
            raise FormatError(f"{column} {error}", source=source, place=place) from None

    node, position = number("node"), number("position")
    if node is not None and not (node.is_integer() and 0 <= node < 2**31):
        raise FormatError(f"node {cell('node')} is no customer", source=source, place=place)
    label = route or cell("route")
    name = cell("name") or ("" if node is None else str(int(node)))
    for column, value in (("route", label), ("name", name)):
        if not value:
            raise FormatError(f"{column} is blank", source=source, place=place)
    return StopRow(
        place=place,
        route=label,
        name=name,
        node=None if node is None else int(node),
        position=math.nan if position is None else position,
        distance=number("distance"),
        departure=number("departure"),
        at=_pair(number("latitude"), number("longitude")) or _pair(number("x"), number("y")),
    )


def _pair(first: float | None, second: float | None) -> Place | None:
    return None if first is None or second is None else (first, second)


def _first_cell(
    rows: Sequence[tuple[str, Sequence[str]]], columns: dict[str, int], column: str
) -> str:
    at = columns.get(column)
    if at is None or len(rows) < 2 or at >= len(rows[1][1]):
        return ""
    return rows[1][1][at]


def _position(row: StopRow) -> float:
    return 0.0 if math.isnan(row.position) else row.position


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) if known else None
