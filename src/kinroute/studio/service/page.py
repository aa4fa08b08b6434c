"""The OpenAPI document as a page, without scripts and without a network."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0b6e6e; }
@media (prefers-color-scheme: dark) { :root { --accent: #5cc8c8; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 2rem 1rem; max-width: 56rem; }
h1 { margin: 0; font-size: 1.7rem; } h2 { margin: 2.2rem 0 .6rem; font-size: 1.15rem; }
h2 .method { color: var(--accent); margin-right: .5rem; }
p { margin: .4rem 0; max-width: 46rem; }
code, h2 { font-family: ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .6rem 0; }
th { text-align: left; font-weight: 600; }
td, th { padding: .25rem .8rem .25rem 0; vertical-align: top; }
td, th { border-bottom: 1px solid var(--line); }
td:first-child { white-space: nowrap; }
a { color: var(--accent); }
nav { margin: 1rem 0; } nav a { display: inline-block; margin: 0 1rem .2rem 0; }
"""


_SCHEMAS = ("JobRequest", "JobUpload", "SearchOptions", "Instance")
"""What a request is made of."""


def page(document: dict[str, Any]) -> str:
    """The whole page."""
    operations = [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    about = document["info"]
    links = "".join(
        f'<a href="#{_anchor(method, path)}">{method.upper()} {escape(path)}</a>'
        for method, path, _ in operations
    )
    sections = "".join(_operation(*operation, document) for operation in operations)
    schemas = "".join(_schema(name, document) for name in _SCHEMAS)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(about['title'])}: HTTP service</title><style>{_STYLE}</style></head><body>"
        f"<header><h1>{escape(about['title'])}: HTTP service</h1>"
        f"<p>Version {escape(about['version'])}. {escape(about['description'])} "
        'For programs: <a href="openapi.json">openapi.json</a>.</p></header>'
        f'<nav aria-label="Operations">{links}</nav><main>{sections}{schemas}</main></body></html>'
    )


def _operation(method: str, path: str, operation: dict[str, Any], document: dict[str, Any]) -> str:
    parameters = [
        (part["name"], f"{part['in']}: {_kind(part['schema'])}", part.get("description", ""))
        for part in operation.get("parameters", ())
    ]
    bodies = [
        (kind, "", f"see {content['schema']['$ref'].rpartition('/')[2]} below")
        for kind, content in operation.get("requestBody", {}).get("content", {}).items()
    ]
    responses = [
        (status, ", ".join(response.get("content", {})), response["description"])
        for status, response in sorted(operation["responses"].items())
    ]
    return (
        f'<section id="{_anchor(method, path)}"><h2><span class="method">{method.upper()}</span>'
        f"{escape(path)}</h2><p>{escape(operation['description'])}</p>"
        + _table(("parameter", "where and type", "meaning"), parameters)
        + _table(("body", "", "content"), bodies)
        + _table(("status", "media type", "meaning"), responses)
        + "</section>"
    )


def _schema(name: str, document: dict[str, Any]) -> str:
    schema = document["components"]["schemas"][name]
    rows = [
        (key, _kind(part), part.get("description", ""))
        for key, part in schema["properties"].items()
    ]
    return (
        f'<section id="{name}"><h2>{name}</h2><p>{escape(schema.get("description", ""))}</p>'
        + _table(("member", "type", "meaning"), rows)
        + "</section>"
    )


def _table(heads: tuple[str, ...], rows: list[tuple[str, str, str]]) -> str:
    if not rows:
        return ""
    return "".join(_table_parts(heads, rows))


def _table_parts(heads: tuple[str, ...], rows: list[tuple[str, str, str]]) -> Iterator[str]:
    yield '<div class="wide"><table><thead><tr>'
    yield from (f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    for name, kind, meaning in rows:
        yield f"<tr><td><code>{escape(name)}</code></td>"
        yield f"<td>{escape(kind)}</td><td>{escape(meaning)}</td></tr>"
    yield "</tbody></table></div>"


def _kind(schema: dict[str, Any]) -> str:
    """The type of a value in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_kind(kind) for kind in schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(str(value) or '""' for value in schema["enum"])
    kinds = schema.get("type", "object")
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def _anchor(method: str, path: str) -> str:
    words = "".join(char if char.isalnum() else "-" for char in path)
    return f"{method}{words}".rstrip("-")
