"""The page of the Python API: public names with their signatures and docstrings."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator

import kinroute

GROUPS = {
    "Functions": ("read", "solve", "check", "generate"),
    "Problem and result": ("Instance", "Solution", "Result", "Check", "Progress", "Pause"),
    "Stop rules": (
        *("AfterSeconds", "AfterCpuSeconds", "AfterIterations", "AfterNoImprovement", "AtCost"),
    ),
    "Relatedness": ("Relatedness", "ByDistance", "ByHeatmap", "ByNetwork", "Neighbours"),
    "Settings": ("SearchConfig",),
    "Errors": ("errors", "KinrouteError", "Interrupted"),
}
_HEAD = """# Python API

For looking up a name. How they are used together: [use it from Python](howto/python.md);
what the numbers mean: [quantities and their units](problem.md#quantities-and-their-units).
"""
_WIDTH = 88


def api() -> str:
    """The page; every public name has its place."""
    listed = [name for names in GROUPS.values() for name in names]
    if sorted(listed) != sorted(kinroute.__all__):
        raise SystemExit(f"GROUPS lacks, or has too many, {set(listed) ^ set(kinroute.__all__)}")
    lines = [_HEAD]
    for group, names in GROUPS.items():
        lines += [f"## {group}", "", *(line for name in names for line in entry(name))]
    return "\n".join(lines)


def entry(name: str) -> Iterator[str]:
    """A name: its signature, its docstring, its fields and methods."""
    value = getattr(kinroute, name)
    text = inspect.getdoc(value) or ""
    yield from (f"### `kinroute.{name}`", "")
    if inspect.ismodule(value):
        yield from ("```text", text, "```", "")
        return
    if inspect.isfunction(value):
        yield from ("```python", signature(name, value), "```", "")
    yield from (text, "")
    if inspect.isclass(value):
        yield from (*fields(value), *members(value), "")


def signature(name: str, function: object) -> str:
    """A call with its annotations, an argument per line where one line is too long."""
    assert callable(function)
    text = f"{name}{inspect.signature(function)}".replace("'", "")
    if len(text) <= _WIDTH:
        return text
    inside, _, result = text[len(name) + 1 :].rpartition(")")
    arguments = re.split(r", (?![^\[(]*[\])])", inside)
    return "\n".join([f"{name}(", *(f"    {argument}," for argument in arguments), f"){result}"])


def fields(kind: type) -> Iterator[str]:
    """Fields of a data class that have a text below them."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            value = text.value if isinstance(text, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield f"- `{field.target.id}`: {' '.join(value.value.split())}"


def members(kind: type) -> Iterator[str]:
    """Public methods and properties that this package wrote."""
    for name, member in vars(kind).items():
        text = inspect.getdoc(member.fget if isinstance(member, property) else member)
        is_ours = isinstance(member, property | classmethod) or inspect.isfunction(member)
        if not name.startswith("_") and is_ours and text:
            call = "" if isinstance(member, property) else "()"
            yield f"- `{name}{call}`: {' '.join(text.split())}"
