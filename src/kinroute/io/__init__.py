"""Readers and writers of files."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from kinroute.io.draft import Draft, Overrides
from kinroute.io.matrix import parse_matrix, parse_npz
from kinroute.io.stops import is_stops, parse_stops
from kinroute.io.table import table
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
) -> Instance:
    """Read an instance: a VRPLIB file, a CSV of stops, or a distance matrix as .csv or .npz.

    The other arguments are those of `Instance` and override the values of the file; a CSV has no
    capacity, so it must be given. `max_duration` may be a text such as "8h" or "7:30". Raises
    `FormatError` with the place in the file where it cannot be parsed, `InstanceError` or
    `ImpossibleError` where it does not form a solvable instance.
    """
    given = {name: value for name, value in locals().items() if name != "path"}
    return _draft(read_bytes(path), str(path)).instance(Overrides(**given))


def _draft(content: bytes, source: str) -> Draft:
    suffix = Path(source).suffix.lower()
    if suffix == ".npz" or content.startswith(_ZIP_MAGIC):
        return parse_npz(content, source)
    text = decoded(content, source)
    if suffix in _TABLES or (suffix != ".vrp" and _looks_like_a_table(text)):
        rows = table(text, source)
        return parse_stops(rows, source) if is_stops(rows) else parse_matrix(rows, source)
    return parse_vrplib(text, source)


def _looks_like_a_table(text: str) -> bool:
    return "_SECTION" not in text.upper() and any(mark in text.split("\n", 1)[0] for mark in ",;\t")
