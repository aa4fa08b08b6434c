"""The page of the JSON schemas that the package has, field by field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent.parent / "src" / "kinroute"
_HEAD = """# JSON schemas

For programmers who read or write Kinroute's JSON. `kinroute schema` prints the schema of results,
by which the tests validate every object that is printed.
"""

Schema = dict[str, Any]


def schemas() -> str:
    """The page: every schema of the package, its objects as tables."""
    lines = [_HEAD]
    for path in sorted(SOURCE.rglob("*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        lines += [f"## {schema['title']}", "", schema.get("description", ""), ""]
        lines += table(schema)
        for name, inner in schema.get("$defs", {}).items():
            if "properties" in inner:
                lines += [f"### {schema['title']}: `{name}`", "", inner.get("description", ""), ""]
                lines += table(inner)
    return "\n".join(lines)


def table(schema: Schema) -> Iterator[str]:
    """The fields of an object, those of objects within it by a dotted name."""
    yield from ("| field | type | meaning |", "|---|---|---|")
    yield from rows(schema, "")
    yield ""


def rows(schema: Schema, before: str) -> Iterator[str]:
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        may_lack = "" if name in required else "; may be absent"
        text = field.get("description", "").replace("|", "\\|")
        yield f"| `{before}{name}` | {kind(field)}{may_lack} | {text} |"
        inner = field.get("items", {}) if field.get("type") == "array" else field
        yield from rows(inner, f"{before}{name}{'[].' if inner is not field else '.'}")


def kind(field: Schema) -> str:
    """The type of a field in words."""
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return {"amount": "number ≥ 0", "amount_or_none": "number ≥ 0 or null"}.get(
            name, f"`{name}`"
        )
    if "enum" in field:
        return "one of " + ", ".join(f'`"{value}"`' for value in field["enum"])
    named = field.get("type", "any")
    if named == "array":
        return f"array of {kind(field.get('items', {}))}"
    return " or ".join(named) if isinstance(named, list) else str(named)
