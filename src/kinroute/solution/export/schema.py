"""The JSON Schema of `Result.as_dict`, of `kinroute solve --json` and of .json files."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def schema_text() -> str:
    """The schema as it is published."""
    return (
        files("kinroute.solution.export").joinpath("result.schema.json").read_text(encoding="utf-8")
    )


def schema() -> dict[str, Any]:
    """The schema (draft 2020-12) as plain values."""
    values: dict[str, Any] = json.loads(schema_text())
    return values
