"""Instances as JSON: an object whose members are named like the arguments of `Instance`.

`instance.schema.json` says what may be in it, and is what a value is checked by.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from kinroute.errors import FormatError
from kinroute.io.draft import Draft
from kinroute.io.json_schema import require_valid
from kinroute.io.json_values import json_value
from kinroute.io.matrix import REASON
from kinroute.problem.instance import Instance


def instance_schema_text() -> str:
    """The JSON Schema of instances as it is published."""
    return files("kinroute.io").joinpath("instance.schema.json").read_text(encoding="utf-8")


@cache
def instance_schema() -> dict[str, Any]:
    """The JSON Schema of instances (draft 2020-12) as plain values."""
    values: dict[str, Any] = json.loads(instance_schema_text())
    return values


def parse_json(text: str, source: str) -> Draft:
    """Return the instance of a .json file."""
    try:
        value = json_value(text, allow_nan=False)
    except ValueError as error:
        raise FormatError(f"this is no JSON: {error}", source=source) from None
    if isinstance(value, dict) and {"routes", "itineraries"} <= set(value):
        raise FormatError("this is a solution, not an instance", source=source)
    return instance_draft(value, source)


def instance_draft(value: Any, source: str, place: str = "") -> Draft:
    """Return the instance of a JSON value; raises FormatError with the place in it."""
    try:
        require_valid(value, instance_schema(), place)
    except FormatError as error:
        raise FormatError(error.text, source=source, place=error.place) from None
    given: dict[str, Any] = {"name": Path(source).stem} | value
    given |= {name: _matrix(given[name]) for name in ("distances", "durations") if name in given}
    if "coordinates" in given:
        given["coordinates"] = _matrix(given["coordinates"])
    given |= {name: int(given[name]) for name in ("max_stops", "vehicles") if name in given}
    if "distances" in given:
        given["rounding_reason"] = REASON
    nodes = len(given["distances" if "distances" in given else "coordinates"])
    places = [f"{place}.customer {number}".lstrip(".") for number in range(1, nodes)]
    return Draft(source=source, places=places, **given)


def _matrix(rows: list[list[float | None]]) -> Any:
    """Rows as an array, null as infinity; rows of several lengths stay for the checks to refuse."""
    if len({len(row) for row in rows}) > 1:
        return rows
    try:
        array = np.array(rows, dtype=np.float64)
    except (TypeError, OverflowError):
        return [[math.inf if cell is None else cell for cell in row] for row in rows]
    array[np.isnan(array)] = math.inf
    return array


def instance_value(instance: Instance) -> dict[str, Any]:
    """The JSON value of an instance; reading it gives the same instance."""
    value: dict[str, Any] = {}
    for name, about in instance_schema()["properties"].items():
        given = _plain(getattr(instance, name))
        if given is not None and given != about.get("default"):
            value[name] = given
    if instance.metric == "matrix":
        value.pop("metric", None)
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        forbidden = np.isinf(value)
        return (np.where(forbidden, np.array(None), value) if forbidden.any() else value).tolist()
    if isinstance(value, float) and math.isinf(value):
        return None
    if isinstance(value, tuple):
        return [dict(part) if isinstance(part, Mapping) else part for part in value]
    return value
