"""Writes docs/api.md and docs/cli.md from the package itself; --check only compares."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import kinroute

DOCS = Path(__file__).parent.parent / "docs"
COMMANDS = (
    *("solve", "check", "compare", "generate", "plot", "info", "matrix", "schema"),
    *("label", "train", "heatmap"),
    *("bench run", "bench report", "bench export", "overkill"),
)


def api() -> str:
    """The public names with their signatures and docstrings."""
    return "\n".join(
        ["# Python API", "", *(line for name in kinroute.__all__ for line in entry(name))]
    )


def entry(name: str) -> Iterator[str]:
    value = getattr(kinroute, name)
    if inspect.ismodule(value):
        yield from (f"## `kinroute.{name}`", "", "```", inspect.getdoc(value) or "", "```", "")
        return
    yield f"## `kinroute.{name}`"
    if inspect.isfunction(value):
        yield from ("", "```python", f"{name}{inspect.signature(value)}", "```")
    yield from ("", inspect.getdoc(value) or "", "")
    if inspect.isclass(value):
        yield from members(value)


def members(kind: type) -> Iterator[str]:
    """Public methods and properties that this package wrote."""
    for name, member in vars(kind).items():
        text = inspect.getdoc(member.fget if isinstance(member, property) else member)
        is_ours = isinstance(member, property | classmethod) or inspect.isfunction(member)
        if not name.startswith("_") and is_ours and text:
            yield from (f"- `{name}`: {' '.join(text.split())}",)
    yield ""


def cli() -> str:
    """What each command says of itself."""
    parts = ["# Command line", ""]
    for command in COMMANDS:
        environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
        words = [sys.executable, "-m", "kinroute", *command.split(), "--help"]
        run = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
        lines = [line.rstrip() for line in run.stdout.strip().splitlines()]
        parts += [f"## `kinroute {command}`", "", "```", *lines, "```", ""]
    return "\n".join(parts)


def main() -> int:
    pages = {DOCS / "api.md": api(), DOCS / "cli.md": cli()}
    if "--check" in sys.argv:
        stale = [
            str(path)
            for path, text in pages.items()
            if not path.exists() or path.read_text() != text
        ]
        print(*(f"{path} is out of date; run `make docs`" for path in stale), sep="\n", end="")
        return len(stale)
    for path, text in pages.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
