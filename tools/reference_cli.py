"""The page of the command line: all commands with their options, from the program itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer.main

from kinroute.cli import app

_HEAD = """# Command line

For looking up a command or an option. `kinroute COMMAND --help` prints the same,
`kinroute --version` the version.

| command | does |
|---|---|"""
_CODES = """
A live display shows the best cost, the speed, the share of feasible solutions and the remaining
time; without a terminal, progress is logged as plain text. Ctrl-C ends a search and writes the best
routes.

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | internal error; please report it |
| 2 | invalid input; the message gives the place, the value and what would be valid |
| 3 | no feasible solution was found; the least infeasible one is returned and marked as such |
| 130 | interrupted; the best solution so far was kept |
"""


def cli() -> str:
    """The page."""
    known = dict(commands(typer.main.get_command(app), ""))
    index = [
        f"| [`kinroute {name}`](#{_anchor(name)}) | {_first(it)} |" for name, it in known.items()
    ]
    return "\n".join(
        [_HEAD, *index, _CODES, *(line for name in known for line in entry(name, known[name]))]
    )


def commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Commands and those of their groups, by name."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for word, each in inner.items():
        if not each.hidden:
            yield from commands(each, f"{name} {word}".strip())


def entry(name: str, command: Any) -> Iterator[str]:
    """A command: what it does, how it is called, and its options by group."""
    shown = [param for param in command.params if not getattr(param, "hidden", False)]
    arguments = [param for param in shown if param.param_type_name == "argument"]
    options = [param for param in shown if param.param_type_name == "option"]
    places = " ".join(_place(param) for param in arguments)
    yield from (f"## `kinroute {name}`", "", command.help or "", "")
    yield from ("```text", f"kinroute {name} [OPTIONS] {places}".rstrip(), "```", "")
    if arguments:
        rows = [
            f"| `{param.metavar or param.name.upper()}` | {_text(param)} |" for param in arguments
        ]
        yield from ("| argument | meaning |", "|---|---|", *rows, "")
    for panel in dict.fromkeys(param.rich_help_panel for param in options):
        rows = [
            f"| {_names(each)} | {_text(each)} |"
            for each in options
            if each.rich_help_panel == panel
        ]
        yield from (f"| {panel or 'option'} | meaning |", "|---|---|", *rows, "")


def _place(param: Any) -> str:
    name = param.metavar or param.name.upper()
    return name if param.required else f"[{name}]"


def _names(param: Any) -> str:
    value = "" if param.is_flag else f" {param.metavar or 'TEXT'}"
    names = sorted((*param.opts, *param.secondary_opts), key=lambda name: name[:2] != "--")
    return ", ".join(f"`{name}{value if name.startswith('--') else ''}`" for name in names)


def _text(param: Any) -> str:
    text = " ".join((param.help or "").split()).replace("|", "\\|").replace("*", "\\*")
    default = param.show_default if isinstance(param.show_default, str) else param.default
    if param.required and param.param_type_name == "option":
        text += " Required."
    elif default not in (None, False, "", ()) and not callable(default) and param.show_default:
        text += f" Default: `{default}`."
    return text


def _first(command: Any) -> str:
    return " ".join((command.help or "").split("\n\n")[0].split())


def _anchor(name: str) -> str:
    return f"kinroute-{name.replace(' ', '-')}"
