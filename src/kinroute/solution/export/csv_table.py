"""A row per stop, for spreadsheets and scripts (.csv)."""

from __future__ import annotations

import csv
import io
from os import PathLike
from typing import Any

from kinroute.io.atomic import write_bytes
from kinroute.solution.export.tables import stop_columns, stop_rows
from kinroute.solution.export.text import guarded, one_line
from kinroute.solution.result import Result


def csv_text(result: Result) -> str:
    """The stops as comma-separated values; texts that look like formulas are guarded."""
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer)
    table.writerow([_cell(name) for name in stop_columns(result.instance)])
    table.writerows([_cell(value) for value in row] for row in stop_rows(result))
    return buffer.getvalue()


def write(result: Result, path: str | PathLike[str]) -> None:
    """Write the stops as UTF-8 with a byte order mark, which Excel needs to know it by."""
    write_bytes(path, csv_text(result).encode("utf-8-sig"))


def _cell(value: Any) -> Any:
    return guarded(one_line(value)) if isinstance(value, str) else value
