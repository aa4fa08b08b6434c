"""Readers and writers of files."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from kinroute.errors import ConfigError, FormatError, InputWarning
from kinroute.io import excel
from kinroute.io.columns import has_coordinates
from kinroute.io.draft import Draft, Overrides
from kinroute.io.json_instance import parse_json
from kinroute.io.matrix import parse_matrix
from kinroute.io.npz import parse_npz
from kinroute.io.plausibility import oddities
from kinroute.io.stops import parse_stops
from kinroute.io.table import Table, table
from kinroute.io.text import decoded, read_bytes
from kinroute.io.vrplib import parse_vrplib, write_vrplib
from kinroute.problem.geometry import Rounding
from kinroute.problem.instance import Instance

__all__ = ["read", "write_vrplib"]

_TABLES = (".csv", ".tsv")
_ZIP_MAGIC = b"PK\x03\x04"


def read(
    path: str | PathLike[str],
    *,
    rounding: Rounding | None = None,
    capacity: float | None = None,
    vehicles: int | None = None,
    speed: float | None = None,
    max_duration: float | str | None = None,
    max_distance: float | None = None,
    max_stops: int | None = None,
    open_routes: bool | None = None,
    distance_cost: float | None = None,
    duration_cost: float | None = None,
    fixed_cost: float | None = None,
    distance_unit: str | None = None,
    time_unit: str | None = None,
    columns: Mapping[str, str] | None = None,
    ignore_columns: Collection[str] = (),
) -> Instance:
    """Read an instance: a VRPLIB file, stops as .csv or .xlsx, or a matrix as .csv, .xlsx or .npz;
    or a .json file by the schema that `kinroute schema --instance` prints.

    The other arguments are those of `Instance` and override the values of the file; a table has no
    capacity, so it must be given. `max_duration` may be a text such as "8h" or "7:30".

    For tables of stops, `columns` says which headers hold what, as in {"demand": "qty"}, and
    `ignore_columns` names those to leave out; columns that state constraints which are not solved,
    such as time windows, are refused otherwise. Columns without a meaning become `attributes`.

    Raises `FormatError` with the place in the file where it cannot be parsed, `InstanceError` or
    `ImpossibleError` where it does not form a solvable instance. Warns (`InputWarning`) of what is
    probably a mistake.
    """
    given = {name: value for name, value in locals().items() if name not in _OF_TABLES}
    draft = draft_of(
        read_bytes(path), str(path), columns=columns or {}, ignore_columns=tuple(ignore_columns)
    )
    return draft_instance(draft, Overrides(**given))


def draft_of(
    content: bytes,
    source: str,
    *,
    columns: Mapping[str, str],
    ignore_columns: tuple[str, ...] = (),
) -> Draft:
    """The content of a file, before it is checked; `source` is its name, for messages."""
    return _Reader(source, columns, ignore_columns).draft(content)


def draft_instance(draft: Draft, overrides: Overrides) -> Instance:
    """The instance of a draft; warns (`InputWarning`) of what is probably a mistake."""
    instance = draft.instance(overrides)
    for note in (*draft.notes, *oddities(draft)):
        warnings.warn(f"{draft.source}: {note}", InputWarning, stacklevel=3)
    return instance


_ROUTE = re.compile(r"\s*route\s*#?\s*\d+\s*:", re.IGNORECASE)
"""How a solution file begins."""
_OF_TABLES = ("path", "columns", "ignore_columns")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Chooses the format of a file by its content and its suffix."""

    source: str
    columns: Mapping[str, str]
    ignored: tuple[str, ...]

    def draft(self, content: bytes) -> Draft:
        suffix = Path(self.source).suffix.lower()
        if suffix in excel.SUFFIXES or excel.is_workbook(content):
            return self._of_table(excel.parse_workbook(content, self.source))
        if suffix == ".npz" or content.startswith(_ZIP_MAGIC):
            return self._without_columns(parse_npz(content, self.source))
        if suffix == ".json":
            return self._without_columns(parse_json(decoded(content, self.source), self.source))
        text = decoded(content, self.source, or_windows=True)
        if _ROUTE.match(text):
            raise FormatError(
                "holds the routes of a solution, not an instance\n"
                "Open its instance; routes go with `kinroute check`, `kinroute plot` or --start.",
                source=self.source,
            )
        if suffix in _TABLES or (suffix != ".vrp" and _looks_like_a_table(text)):
            return self._of_table(table(text, self.source))
        return self._without_columns(parse_vrplib(text, self.source))

    def _of_table(self, found: Table) -> Draft:
        if has_coordinates(found.rows[0][1], self.columns):
            return parse_stops(found, renamed=self.columns, ignored=self.ignored)
        return self._without_columns(parse_matrix(found))

    def _without_columns(self, draft: Draft) -> Draft:
        if self.columns or self.ignored:
            raise ConfigError(
                f"{self.source}: --columns and --ignore-columns are for tables of stops; leave "
                "them out"
            )
        return draft


def _looks_like_a_table(text: str) -> bool:
    return "_SECTION" not in text.upper() and any(mark in text.split("\n", 1)[0] for mark in ",;\t")
