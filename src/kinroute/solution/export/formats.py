"""The output formats by suffix, and what each of them needs."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from kinroute.errors import InputError
from kinroute.io.optional_imports import optional_import
from kinroute.problem.instance import Instance
from kinroute.solution.export.tiles import require_tiles

if TYPE_CHECKING:
    from kinroute.solution.result import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One kind of file."""

    suffix: str
    content: str
    """What the file has, for display."""
    module: str
    """The module of this package whose `write(result, path)` writes it."""
    needs_degrees: bool = False
    """Whether it only has places by latitude and longitude."""
    package: str | None = None
    extra: str = ""
    """The package that it needs, and the extra that installs it."""


FORMATS: dict[str, Format] = {
    known.suffix: known
    for known in (
        Format(suffix=".sol", content="routes as a CVRPLIB solution", module="sol"),
        Format(suffix=".json", content="the object of --json", module="json_object"),
        Format(suffix=".csv", content="a row per stop", module="csv_table"),
        Format(
            suffix=".xlsx",
            content="a summary and a sheet per route",
            module="excel",
            package="openpyxl",
            extra="excel",
        ),
        Format(suffix=".geojson", content="lines and points", module="geojson", needs_degrees=True),
        Format(suffix=".gpx", content="routes for navigation", module="gpx", needs_degrees=True),
        Format(suffix=".html", content="a page with map and table", module="html"),
        Format(suffix=".pdf", content="drivers' sheets", module="pdf"),
        Format(suffix=".png", content="a picture", module="picture"),
        Format(suffix=".svg", content="a picture", module="picture"),
    )
}


def format_of(path: str | PathLike[str]) -> Format:
    """Return the format of a file by its suffix; raises InputError for an unknown one."""
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        wrong = f"suffix {suffix!r} is not known" if suffix else "there is no suffix"
        raise InputError(f"{wrong}; use one of {', '.join(FORMATS)}", source=str(path))
    return FORMATS[suffix]


def require_ready(
    path: str | PathLike[str], instance: Instance, *, tiles: str | None = None
) -> None:
    """Raise InputError where a result of the instance cannot be written to the path."""
    form = format_of(path)
    if form.needs_degrees and instance.degrees() is None:
        raise InputError(
            f"{form.suffix} needs latitudes and longitudes, but {_places_text(instance)}\n"
            "Use .csv, .json or .html, or give latitude and longitude.",
            source=str(path),
        )
    if form.package is not None:
        optional_import(form.package, extra=form.extra, purpose=f"writing {form.suffix}")
    if tiles is not None and form.suffix == ".html":
        require_tiles(tiles, instance)


def write(result: Result, path: str | PathLike[str], *, tiles: str | None = None) -> None:
    """Write a result in the format of the path's suffix, whole or not at all.

    `tiles` is the address of street tiles, with {z}, {x} and {y}, for the map of an .html page.
    """
    form = format_of(path)
    require_ready(path, result.instance, tiles=tiles)
    options = {"tiles": tiles} if tiles is not None and form.suffix == ".html" else {}
    import_module(f"kinroute.solution.export.{form.module}").write(result, path, **options)


def _places_text(instance: Instance) -> str:
    if instance.coordinates is None:
        return "this instance has no coordinates, only distances"
    return "this instance has coordinates on a plane"
