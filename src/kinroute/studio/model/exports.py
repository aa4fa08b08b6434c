"""The plan as a file of any format that the command line writes."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from kinroute.errors import InputError
from kinroute.problem.instance import Instance
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.export.formats import FORMATS, Format, require_ready
from kinroute.solution.result import Result
from kinroute.studio.model.edits import Routes


def ready_formats(instance: Instance) -> dict[str, tuple[Format, str | None]]:
    """Every format, with the reason where the plan of this instance cannot have it."""
    found: dict[str, tuple[Format, str | None]] = {}
    for suffix, form in FORMATS.items():
        try:
            require_ready(f"routes{suffix}", instance)
        except InputError as error:
            found[suffix] = (form, str(error).removeprefix(f"routes{suffix}: "))
        else:
            found[suffix] = (form, None)
    return found


def file_name(instance: Instance, suffix: str) -> str:
    """A name for a download, without anything that is special in a path."""
    stem = re.sub(r"[^\w.-]+", "_", instance.name).strip("._") or "routes"
    return f"{stem[:80]}{suffix}"


def solution_file(instance: Instance, routes: Routes) -> bytes:
    """Routes as a .sol file."""
    with tempfile.TemporaryDirectory(prefix="kinroute-") as folder:
        path = Path(folder) / "routes.sol"
        Solution(routes, check(instance, Solution(routes)).cost).write(path)
        return path.read_bytes()


def exported(result: Result, suffix: str) -> bytes:
    """The content of the file."""
    with tempfile.TemporaryDirectory(prefix="kinroute-") as folder:
        path = Path(folder) / file_name(result.instance, suffix)
        result.write(path)
        return path.read_bytes()
