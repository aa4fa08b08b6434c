"""Writes the reference, docs/api.md, cli.md, inputs.md and schemas.md, from the package itself.

--check only compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from reference_api import api
from reference_cli import cli
from reference_schemas import schemas

from kinroute.io.keywords import HARMLESS, HEADERS, SECTIONS
from kinroute.io.meanings import CONSTRAINTS, SPELLINGS
from kinroute.io.npz import ARRAYS

DOCS = Path(__file__).parent.parent / "docs"

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
## JSON (.json)

An object whose members are named like the arguments of [`Instance`](api.md);
`kinroute schema --instance` prints its JSON Schema. In matrices `null` forbids an arc.

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
    written = {"api.md": api, "cli.md": cli, "inputs.md": inputs, "schemas.md": schemas}
    pages = {DOCS / name: page() for name, page in written.items()}
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
