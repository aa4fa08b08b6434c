"""JSON of unknown origin."""

from __future__ import annotations

import json
from typing import Any

_LARGEST = 256 * 2**20
_DEEPEST = 100


def json_value(text: str | bytes, *, allow_nan: bool = True) -> Any:
    """Return the value of a JSON text; raises ValueError for all that cannot be used.

    Python's NaN and Infinity, which are no JSON, are taken unless `allow_nan` is False.
    """
    if len(text) > _LARGEST:
        raise ValueError(f"{len(text)} bytes of JSON are more than {_LARGEST}")
    try:
        value = json.loads(text, parse_constant=None if allow_nan else _refused)
    except RecursionError:
        raise ValueError("values are nested too deeply") from None
    if _is_deep(value):
        raise ValueError(f"values are nested more than {_DEEPEST} deep")
    return value


def _refused(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True
