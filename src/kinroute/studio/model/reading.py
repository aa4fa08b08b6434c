"""Files that were dropped on the page: the instance, the warnings, and the row that is wrong."""

from __future__ import annotations

import csv
import re
import tempfile
import threading
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from kinroute.cli.options import InstanceArguments
from kinroute.errors import ConfigError, InputError, InputWarning
from kinroute.io.text import decoded, finite
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import exact

MOST_BYTES = 64 * 2**20
"""Of a file that is dropped."""

_PLACE = re.compile(r"(?:row|line) (\d+)")
_SUFFIX = re.compile(r"\.[a-z0-9]{1,8}")
_one_at_a_time = threading.Lock()
"""Warnings are collected by a filter of the whole process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An instance with the warnings of its reader."""

    instance: Instance
    warnings: tuple[str, ...] = ()


class RefusedFileError(InputError):
    """A file that is no instance: the message of the command line, and the row it is about."""

    def __init__(self, message: str, *, row: tuple[str, ...] = (), header: tuple[str, ...] = ()):
        super().__init__(message)
        self.row = row
        self.header = header


def read_upload(name: str, content: bytes, arguments: InstanceArguments) -> Reading:
    """Read a file; the client's name of it is only shown, and chooses the format by its suffix.

    Raises RefusedFileError in the words of the command line.
    """
    shown = Path(name.replace("\\", "/")).name or "file"
    suffix = Path(shown).suffix.lower()
    with tempfile.TemporaryDirectory(prefix="kinroute-") as folder:
        path = Path(folder) / f"upload{suffix if _SUFFIX.fullmatch(suffix) else ''}"
        path.write_bytes(content)
        with _one_at_a_time, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", InputWarning)
            try:
                instance = replace(arguments, file=path).read()
            except InputError as error:
                text = str(error).replace(str(path), shown)
                header, row = _row_of(error.place, content, shown)
                raise RefusedFileError(text, row=row, header=header) from None
        said = tuple(str(one.message).replace(str(path), shown) for one in caught)
    title = instance.name if instance.name != path.stem else Path(shown).stem
    return Reading(instance=instance.with_changes(name=title, source=shown), warnings=said)


_NUMBERS = ("capacity", "speed", "max_distance", "fixed_cost")
_COUNTS = ("vehicles", "max_stops")


def arguments_of(texts: Mapping[str, str]) -> InstanceArguments:
    """The options that a form has as texts; empty ones are not given."""
    given: dict[str, Any] = {}
    for name, text in texts.items():
        if not text.strip():
            continue
        try:
            if name in _NUMBERS:
                given[name] = finite(text)
            elif name in _COUNTS:
                given[name] = int(text)
            else:
                given[name] = True if name == "open_routes" else text.strip()
        except ValueError:
            kind = "a whole number" if name in _COUNTS else "a number"
            what = name.replace("_", " ")
            raise ConfigError(f"{what} {text!r} is not {kind}; write {what} as in 250") from None
    return InstanceArguments(file=Path("upload"), **given)


def options_of(arguments: InstanceArguments) -> list[str]:
    """The options of the command line that say the same."""
    words: list[str] = []
    for part in fields(arguments):
        value = getattr(arguments, part.name)
        if part.name == "file" or value == part.default:
            continue
        if part.name == "rounded":
            words.append("--round" if value else "--no-round")
        elif part.name == "open_routes":
            words.append("--open")
        else:
            text = exact(value) if isinstance(value, float) else str(value)
            words += [f"--{part.name.replace('_', '-')}", text]
    return words


def _row_of(
    place: str | None, content: bytes, name: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The header and the cells of the row that an error is about, as far as they can be shown."""
    found = _PLACE.search(place or "")
    if found is None:
        return (), ()
    number = int(found[1])
    try:
        rows = _workbook_rows(content) if content.startswith(b"PK") else _text_rows(content, name)
    except (InputError, ValueError, csv.Error):
        return (), ()
    if not 1 <= number <= len(rows):
        return (), ()
    header = rows[0] if len(rows[0]) > 1 and number > 1 else ()
    return header, rows[number - 1]


def _text_rows(content: bytes, name: str) -> list[tuple[str, ...]]:
    text = decoded(content, name, or_windows=True)
    if Path(name).suffix.lower() not in (".csv", ".tsv"):
        return [(line,) for line in text.splitlines()]
    first = text.split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    return [tuple(cells) for cells in csv.reader(StringIO(text), delimiter=mark)]


def _workbook_rows(content: bytes) -> list[tuple[str, ...]]:
    from openpyxl import load_workbook

    sheet = load_workbook(BytesIO(content), read_only=True, data_only=True).worksheets[0]
    return [
        tuple("" if cell is None else str(cell) for cell in row)
        for row in sheet.iter_rows(values_only=True)
    ]
