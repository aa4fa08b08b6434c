"""Writes docs/api.md, cli.md and inputs.md from the package itself; --check only compares."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import kinroute
from kinroute.io.keywords import HARMLESS, HEADERS, SECTIONS
from kinroute.io.meanings import CONSTRAINTS, SPELLINGS
from kinroute.io.npz import ARRAYS

DOCS = Path(__file__).parent.parent / "docs"
COMMANDS = (
    *("solve", "check", "compare", "generate", "plot", "info", "matrix", "studio", "schema"),
    *("label", "train", "heatmap"),
    *("bench run", "bench report", "bench export", "bench status", "bench repair", "overkill"),
)


def api() -> str:
    """The public names with their signatures and docstrings."""
    return "\n".join(
        ["# Python API", "", *(line for name in kinroute.__all__ for line in entry(name))]
    )


def entry(name: str) -> Iterator[str]:
    value = getattr(kinroute, name)
    if inspect.ismodule(value):
        yield from (f"## `kinroute.{name}`", "", "```", inspect.getdoc(value) or "", "```", "")
        return
    yield f"## `kinroute.{name}`"
    if inspect.isfunction(value):
        yield from ("", "```python", f"{name}{inspect.signature(value)}", "```")
    yield from ("", inspect.getdoc(value) or "", "")
    if inspect.isclass(value):
        yield from members(value)


def members(kind: type) -> Iterator[str]:
    """Public methods and properties that this package wrote."""
    for name, member in vars(kind).items():
        text = inspect.getdoc(member.fget if isinstance(member, property) else member)
        is_ours = isinstance(member, property | classmethod) or inspect.isfunction(member)
        if not name.startswith("_") and is_ours and text:
            yield from (f"- `{name}`: {' '.join(text.split())}",)
    yield ""


def cli() -> str:
    """What each command says of itself."""
    parts = ["# Command line", ""]
    for command in COMMANDS:
        environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
        words = [sys.executable, "-m", "kinroute", *command.split(), "--help"]
        run = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
        lines = [line.rstrip() for line in run.stdout.strip().splitlines()]
        parts += [f"## `kinroute {command}`", "", "```", *lines, "```", ""]
    return "\n".join(parts)


INPUTS = """# Input files

For planners: what is read of each format, and what is refused. What is not used is refused by name,
or carried to the exports; nothing is left out in silence.

## Tables of stops (.csv, .tsv, .xlsx)

The first row has the headers, each further row is a stop. Spaces, hyphens, underscores and capitals
in headers do not matter, nor does a unit in brackets, as in `Weight (kg)`. `service (min)` or
`service_hours` give the unit of the service times. The depot is the row marked in `is_depot`, else
the row named `depot`, else the first; it has no demand. The delimiter is the semicolon, the tab or
the comma; with the first two, numbers may have a decimal comma. Text is UTF-8, UTF-16 or, with a
warning, Windows-1252.

Columns that are used, and their spellings; `--columns demand=load` takes any other header:
"""
CARRIED = """
Of several columns with names, the first one in this list is used. All other columns are carried:
they come out beside the stop in every export. Two customers of one name are distinguished by row.

Columns that state constraints which are not solved are refused, unless they are blank or named by
`--ignore-columns`; so are all headers that begin like these with `tw`, `time window` or `pickup`:
"""
ARCHIVES = """
## Matrices (.csv, .xlsx)

A square of distances, the depot first; a header, a first column of names, and columns `demand` and
`service` are optional. A blank cell or `inf` forbids an arc. Without demands every customer has
demand 1, and a warning says so.

## Arrays (.npz)

Named like the arguments of [`Instance`](api.md); `distances` or `coordinates` must be there, others
may be:
"""
VRPLIB = """
## VRPLIB files (.vrp)

Used:
"""


def inputs() -> str:
    """What is read of files, from the tables of the readers."""
    used = [f"| {name} | {_listed(spellings)} |" for name, spellings in SPELLINGS.items()]
    refused = [
        f"| {what} | {_listed(key for key, states in CONSTRAINTS.items() if states == what)} |"
        for what in dict.fromkeys(CONSTRAINTS.values())
    ]
    return "\n".join(
        [
            *(INPUTS, "| column | spellings |", "|---|---|", *used),
            *(CARRIED, "| constraint | spellings |", "|---|---|", *refused),
            *(ARCHIVES, _listed(ARRAYS) + "."),
            *(VRPLIB, _listed((*HEADERS, *SECTIONS)) + "."),
            f"\nWithout a meaning for the search, and therefore allowed: {_listed(HARMLESS)}.",
            "\nAll other headers and sections are refused by name.\n",
        ]
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def main() -> int:
    pages = {DOCS / "api.md": api(), DOCS / "cli.md": cli(), DOCS / "inputs.md": inputs()}
    if "--check" in sys.argv:
        stale = [
            str(path)
            for path, text in pages.items()
            if not path.exists() or path.read_text() != text
        ]
        print(*(f"{path} is out of date; run `make docs`" for path in stale), sep="\n", end="")
        return len(stale)
    for path, text in pages.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
