"""`kinroute generate`: random instances of the XML and X distributions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from kinroute.errors import ConfigError, InputError
from kinroute.io.vrplib import vrplib_text, write_vrplib
from kinroute.problem.generate import generate as generated

_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"(\d+(?:\.\d+)?)[-:,](\d+(?:\.\d+)?)")


def generate(
    n: Annotated[
        int, typer.Option("-n", "--customers", metavar="N", help="Number of customers.")
    ] = 100,
    law: Annotated[str, typer.Option(help="Distribution: XML or X.")] = "XML",
    depot: Annotated[
        str | None, typer.Option(help="random, center or corner (1 to 3).", show_default="drawn")
    ] = None,
    layout: Annotated[
        str | None, typer.Option(help="random, clustered or mixed (1 to 3).", show_default="drawn")
    ] = None,
    demand: Annotated[
        str | None,
        typer.Option(
            help="unit, 1-10, 5-10, 1-100, 50-100, quadrant or mostly-small (1 to 7).",
            show_default="drawn",
        ),
    ] = None,
    route_size: Annotated[
        str | None,
        typer.Option(
            help="Mean customers per route: class 1 to 6, or a range such as 8-12.",
            show_default="drawn",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="K", help="Random seed of the first instance.")] = 0,
    count: Annotated[
        int, typer.Option(help="Number of instances, of seeds K, K + 1, …", metavar="COUNT")
    ] = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="PATH",
            help="A file that ends in .vrp, or a directory, created if missing. "
            "Default: standard output.",
        ),
    ] = None,
) -> None:
    """Generate random instances as VRPLIB files; the same options give the same files anywhere."""
    _refuse_odd_counts(count, output)
    kinds: dict[str, Any] = {
        "law": law.upper(),
        "depot": _kind(depot),
        "layout": _kind(layout),
        "demand": _kind(demand),
        "route_size": _route_size(route_size),
    }
    for number in range(seed, seed + count):
        instance = generated(n, seed=number, **kinds)
        if output is None:
            typer.echo(vrplib_text(instance), nl=False)
            continue
        path = output if _is_file(output) else _created(output) / f"{instance.name}.vrp"
        write_vrplib(instance, path)
        typer.echo(path)


def _refuse_odd_counts(count: int, output: Path | None) -> None:
    if count < 1:
        raise ConfigError(f"--count {count} generates nothing; use 1 or more")
    if count > 1 and (output is None or _is_file(output)):
        where = "standard output" if output is None else output
        raise ConfigError(f"--count {count} does not fit into {where}; give a directory with -o")


def _is_file(output: Path) -> bool:
    return output.suffix.lower() == ".vrp" and not output.is_dir()


def _created(directory: Path) -> Path:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot create the directory {directory}: {error.strerror or error}\n"
            "A file's name must end in .vrp."
        ) from None
    return directory


def _kind(text: str | None) -> int | str | None:
    """A choice by number or by name."""
    return int(text) if text is not None and _NUMBER.fullmatch(text) else text


def _route_size(text: str | None) -> int | tuple[float, float] | None:
    if text is None:
        return None
    if _NUMBER.fullmatch(text):
        return int(text)
    if match := _RANGE.fullmatch(text):
        return float(match[1]), float(match[2])
    raise ConfigError(f"route size {text!r}; use a class from 1 to 6, or a range such as 8-12")
