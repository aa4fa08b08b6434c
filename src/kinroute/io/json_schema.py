"""Checks JSON values by the part of JSON Schema that Kinroute's own schemas use.

The errors name the place, such as `coordinates[3][1]`, the value and what would be right. Large
arrays of numbers are checked as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

from kinroute.errors import FormatError
from kinroute.io.text import shown

Schema = dict[str, Any]

_KINDS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: not isinstance(value, bool) and _is_whole(value),
}
_NAMES = {
    "object": "an object",
    "array": "an array",
    "string": "a text",
    "boolean": "true or false",
    "null": "null",
    "number": "a number",
    "integer": "a whole number",
}


def require_valid(value: Any, schema: Schema, place: str = "") -> None:
    """Raise FormatError, with the place in it, where a value does not conform to a schema."""
    kinds = _listed(schema["type"])
    if not any(_KINDS[kind](value) for kind in kinds):
        names = " or ".join(_NAMES[kind] for kind in kinds)
        raise _error(f"{_brief(value)} is not {names}", place)
    if "enum" in schema and value not in schema["enum"]:
        known = ", ".join(repr(name) for name in schema["enum"])
        raise _error(f"{_brief(value)} is none of {known}", place)
    if isinstance(value, dict):
        _require_members(value, schema, place)
    elif isinstance(value, list):
        _require_items(value, schema, place)
    elif isinstance(value, str):
        most = schema.get("maxLength")
        if most is not None and len(value) > most:
            raise _error(f"a text of {len(value)} characters; use at most {most}", place)
    elif _KINDS["number"](value):
        _require_range(value, schema, place)


def _require_members(value: dict[str, Any], schema: Schema, place: str) -> None:
    known: dict[str, Schema] = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name, member in value.items():
        inner = f"{place}.{name}" if place else name
        if name in known:
            require_valid(member, known[name], inner)
        elif others is False:
            close = get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"there may be {', '.join(known)}"
            raise _error(f"{shown(name)} is not known; {hint}", place)
        elif isinstance(others, dict):
            require_valid(member, others, inner)
    for name in schema.get("required", ()):
        if name not in value:
            raise _error(f"{name!r} is missing", place)
    choices = [choice["required"][0] for choice in schema.get("anyOf", ())]
    if choices and not any(name in value for name in choices):
        raise _error(
            f"neither {' nor '.join(map(repr, choices))} is given; give one of them", place
        )


def _require_items(value: list[Any], schema: Schema, place: str) -> None:
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if len(value) < least or (most is not None and len(value) > most):
        bound = f"exactly {least}" if least == most else f"at least {least}"
        raise _error(f"{len(value)} values; give {bound}", place)
    items: Schema = schema["items"]
    if not _are_plain_numbers(value, items):
        for index, item in enumerate(value):
            require_valid(item, items, f"{place}[{index}]")


def _are_plain_numbers(value: list[Any], items: Schema) -> bool:
    """Whether all items are surely valid numbers, by looking at all of them at once."""
    allowed = {"number": {int, float}, "null": {type(None)}}
    kinds: set[type] = set().union(*(allowed.get(kind, set()) for kind in _listed(items["type"])))
    if not value or not set(map(type, value)) <= kinds:
        return False
    return "minimum" not in items or min(value) >= items["minimum"]


def _require_range(value: float, schema: Schema, place: str) -> None:
    least, above, most = (schema.get(k) for k in ("minimum", "exclusiveMinimum", "maximum"))
    if least is not None and value < least:
        raise _error(f"{_brief(value)} is too small; use {least} or more", place)
    if above is not None and value <= above:
        raise _error(f"{_brief(value)} is too small; use more than {above}", place)
    if most is not None and value > most:
        raise _error(f"{_brief(value)} is too large; use {most} or less", place)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def _listed(kinds: str | Iterable[str]) -> list[str]:
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _brief(value: Any) -> str:
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'an array'} of {len(value)} values"
    names = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return names[value]
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"a number of about {value.bit_length() * 3 // 10} digits"
    return shown(value) if isinstance(value, str) else f"{value}"


def _error(text: str, place: str) -> FormatError:
    return FormatError(text, place=place or None)
