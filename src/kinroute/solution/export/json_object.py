"""The object of `kinroute solve --json`, as a file (.json)."""

from __future__ import annotations

import json
from os import PathLike

from kinroute.io.atomic import write_text
from kinroute.solution.result import Result


def json_text(result: Result) -> str:
    """The result as one line of JSON."""
    return json.dumps(result.as_dict(), allow_nan=False)


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write the object that `kinroute.solution.export.schema` describes."""
    write_text(path, json_text(result) + "\n")
