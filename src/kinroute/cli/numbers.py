"""Numbers on the command line: plain digits, and not more of them than can be counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from kinroute.io.text import shown

_WHOLE = re.compile(r"[+-]?[0-9]+")
_MOST_DIGITS = 18


def integer(value: Any) -> Any:
    """A whole number; neither 1_000, which Python takes, nor one of hundreds of digits."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if not _WHOLE.fullmatch(text):
        raise typer.BadParameter(f"{shown(text)} is not a whole number")
    if len(text) > _MOST_DIGITS:
        raise typer.BadParameter(f"{shown(text)} has more than {_MOST_DIGITS} digits")
    return int(text)


def number(value: Any) -> Any:
    """A number; not 1_0.5, which Python takes, and not nan."""
    if not isinstance(value, str):
        return value
    try:
        found = float("nan" if "_" in value else value)
    except ValueError:
        found = float("nan")
    if found != found:
        raise typer.BadParameter(f"{shown(value)} is not a number")
    return found


def make_strict(app: typer.Typer) -> None:
    """Read the numbers of all commands by the functions above."""
    for command in app.registered_commands:
        if command.callback is not None:
            _make_strict(command.callback)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            make_strict(group.typer_instance)


def _make_strict(command: Callable[..., Any]) -> None:
    hints = get_type_hints(command, include_extras=True)
    for hint in hints.values():
        if get_origin(hint) is not Annotated:
            continue
        kind, *details = get_args(hint)
        parser = _parser(get_args(kind) or (kind,))
        for detail in details if parser else ():
            detail.parser = parser
    command.__annotations__ = hints


def _parser(kinds: tuple[Any, ...]) -> Callable[[Any], Any] | None:
    if int in kinds:
        return integer
    return number if float in kinds else None
