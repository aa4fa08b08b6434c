"""The columns of a table of stops: used, carried along, or refused.

A column that states a constraint which is not solved is refused, unless it is blank or the caller
ignores it. Columns that mean nothing here are carried: they come out again in the exports.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kinroute.errors import ConfigError, FormatError
from kinroute.io.meanings import (
    ADDRESSES,
    CANONICAL,
    CONSTRAINT_PREFIXES,
    CONSTRAINTS,
    LOADS,
    SPELLINGS,
    USED,
)
from kinroute.io.text import shown

YES = frozenset(("1", "yes", "y", "true", "x", "depot"))
NO = frozenset(("", "0", "no", "n", "false"))

_TYPES = frozenset(("type", "kind", "stop_type", "node_type", "order_type"))
_PICKUPS = frozenset(("pickup", "pick-up", "collection", "backhaul", "return"))
_SEPARATORS = re.compile(r"[\s\-./_]+")
_BRACKETS = re.compile(r"\s*[(\[]\s*([^()\[\]]{0,20})\s*[)\]]\s*$")
_TIME_SUFFIX = re.compile(r"_(s|secs?|seconds|mins?|minutes|h|hrs?|hours)$")
_UNITS = {"s": "s", "m": "min", "h": "h"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The positions of the columns of a table of stops."""

    used: Mapping[str, int]
    """By what they mean, as in `SPELLINGS`."""
    carried: Mapping[str, int]
    """By their headers."""
    service_unit: str = ""
    """The time unit in the header of the service times: s, min, h, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    at: int
    header: str
    key: str
    meaning: str
    """One of `SPELLINGS`, what it constrains, or nothing."""
    is_blank: bool


def columns_of(
    header: Sequence[str],
    body: Sequence[Sequence[str]],
    *,
    renamed: Mapping[str, str],
    ignored: Iterable[str],
) -> Columns:
    """Sort the columns of a table; raises FormatError for what is missing or not solved.

    `renamed` gives the headers of meanings, `ignored` the headers to leave out; raises ConfigError
    where there is no such column.
    """
    columns = [_column(at, cell, body) for at, cell in enumerate(header)]
    left_out = {_named(columns, cell, "--ignore-columns").at for cell in ignored}
    used = _said(columns, renamed)
    rest = [c for c in columns if c.at not in left_out | {u.at for u in used.values()}]
    for meaning in ("x", "y", "lat", "lon", "service", "is_depot"):
        if meaning not in used and (column := _only(meaning, rest)):
            used[meaning] = column
    if "name" not in used and (names := [c for c in rest if c.meaning == "name"]):
        used["name"] = min(names, key=lambda c: SPELLINGS["name"].index(c.key))
    _choose_demand(used, rest)
    taken = {c.at for c in used.values()}
    _refuse_constraints([c for c in rest if c.at not in taken and not c.is_blank])
    taken -= {c.at for c in used.values() if c.key in ADDRESSES}
    return Columns(
        used={meaning: column.at for meaning, column in used.items()},
        carried=_carried([c for c in columns if c.at not in taken | left_out]),
        service_unit=_unit_of(used["service"].header) if "service" in used else "",
    )


def has_coordinates(header: Iterable[str], renamed: Mapping[str, str]) -> bool:
    """Return whether a row of headers names a column of coordinates."""
    places = {"x", "y", "lat", "lon"}
    return bool(places & renamed.keys()) or any(_meaning(_key(cell)) in places for cell in header)


def meaning_of(header: str) -> str:
    """One of `SPELLINGS`, what a header constrains (a value of `CONSTRAINTS`), or nothing."""
    return _meaning(_key(header))


def unknown_columns_text(header: Sequence[str]) -> str:
    """What to say of a header without coordinates."""
    found = ", ".join(shown(cell) for cell in header[:6] if cell)
    more = ", …" if len(header) > 6 else ""
    return (
        f"none of the columns {found}{more} holds coordinates; they are called lat,lon or x,y\n"
        "Rename them, or say which they are: --columns lat=…,lon=…,demand=… (columns= of read).\n"
        "Addresses are not looked up; a matrix of distances must be square."
    )


def _column(at: int, header: str, body: Sequence[Sequence[str]]) -> _Column:
    cells = {row[at].lower() for row in body if at < len(row)}
    key = _key(header)
    meaning = _meaning(key)
    if key == "depot" and cells <= YES | NO:
        meaning = "is_depot"
    if key in _TYPES and cells & _PICKUPS:
        meaning = "pickups"
    return _Column(at=at, header=header, key=key, meaning=meaning, is_blank=cells <= {""})


def _key(header: str) -> str:
    text = _BRACKETS.sub("", header.strip().lower())
    key = _SEPARATORS.sub("_", text).strip("_#:*")
    return CANONICAL.get(key.replace("_", ""), key)


def _meaning(key: str) -> str:
    if _TIME_SUFFIX.sub("", key) in SPELLINGS["service"]:
        return "service"
    if key in USED:
        return USED[key]
    prefixed = (what for start, what in CONSTRAINT_PREFIXES.items() if key.startswith(start))
    return CONSTRAINTS.get(key) or next(prefixed, "")


def _unit_of(header: str) -> str:
    match = _BRACKETS.search(header.lower()) or _TIME_SUFFIX.search(_key(header))
    return _UNITS.get(match[1][:1], "") if match else ""


def _named(columns: Sequence[_Column], header: str, option: str) -> _Column:
    """The column with that header, or else with that spelling of it."""
    exact = [c for c in columns if c.header == header.strip()]
    found = exact or [c for c in columns if c.key == _key(header)]
    if len(found) == 1:
        return found[0]
    if found:
        raise ConfigError(f"{option}: there are {len(found)} columns {shown(header)}")
    known = ", ".join(shown(c.header) for c in columns if c.header)
    raise ConfigError(f"{option}: there is no column {shown(header)}; there are {known}")


def _said(columns: Sequence[_Column], renamed: Mapping[str, str]) -> dict[str, _Column]:
    used: dict[str, _Column] = {}
    for meaning, header in renamed.items():
        if meaning not in SPELLINGS:
            known = ", ".join(SPELLINGS)
            raise ConfigError(f"--columns: {shown(meaning)} is no column that is used; {known} are")
        column = _named(columns, header, "--columns")
        if column in used.values():
            raise ConfigError(f"--columns: {shown(header)} cannot be two columns")
        used[meaning] = column
    return used


def _only(meaning: str, rest: Sequence[_Column]) -> _Column | None:
    """The one column of a meaning, if there is one; raises FormatError where there are several."""
    found = [c for c in rest if c.meaning == meaning]
    if len(found) < 2:
        return found[0] if found else None
    first, second = shown(found[0].header), shown(found[1].header)
    if first == second:
        raise FormatError(f"the column {first} is there twice")
    raise FormatError(
        f"the columns {first} and {second} both look like {meaning}\n"
        f"Say which one it is, such as --columns {meaning}={found[0].header}."
    )


def _choose_demand(used: dict[str, _Column], rest: Sequence[_Column]) -> None:
    """Use the one load; several are refused, numbers of pieces beside a load are carried."""
    found = [c for c in rest if c.meaning == "demand" and not c.is_blank]
    found = found or [c for c in rest if c.meaning == "demand"][:1]
    exact = [c for c in found if c.key == "demand"]
    if "demand" not in used and exact:
        used["demand"] = exact[0]
    if "demand" in used:
        found = [c for c in found if c is not used["demand"] and c.key in LOADS and not c.is_blank]
        found = [used["demand"], *found]
    if len(found) > 1:
        first, *others = (c.header for c in found)
        raise FormatError(
            f"the columns {_listed([first, *others])} are several loads; only one is solved\n"
            f"Say which one it is: --columns {shlex.quote(f'demand={first}')}, and leave the "
            f"others out: --ignore-columns {shlex.quote(','.join(others))}."
        )
    if found:
        used["demand"] = found[0]


def _refuse_constraints(columns: Sequence[_Column]) -> None:
    stating = [c for c in columns if c.meaning in CONSTRAINTS.values()]
    if not stating:
        return
    headers = [c.header for c in stating]
    what = _listed(dict.fromkeys(c.meaning for c in stating), quoted=False)
    plural, verb = ("s", "state") if len(headers) > 1 else ("", "states")
    raise FormatError(
        f"the column{plural} {_listed(headers)} {verb} {what}; that is not solved\n"
        f"To solve the rest: --ignore-columns {shlex.quote(','.join(headers))}"
    )


def _carried(columns: Sequence[_Column]) -> dict[str, int]:
    """The positions of columns by their headers, which are made to differ."""
    carried: dict[str, int] = {}
    for column in columns:
        if column.is_blank and not column.header:
            continue
        header = column.header or f"column {column.at + 1}"
        while header in carried:
            header = f"{header} ({column.at + 1})"
        carried[header] = column.at
    return carried


def _listed(texts: Iterable[str], *, quoted: bool = True) -> str:
    *first, last = (shown(text) if quoted else text for text in texts)
    return f"{', '.join(first)} and {last}" if first else last
