"""Output on the terminal, and how numbers and times are formatted."""

from __future__ import annotations

import io
import logging
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from kinroute.problem.tolerance import plain

if TYPE_CHECKING:
    from rich.console import Console


def rich_console(stream: IO[str]) -> Console:
    """A console that prints text verbatim: no markup, highlighting or emoji."""
    from rich.console import Console

    return Console(file=stream, markup=False, highlight=False, emoji=False)


def replace_unencodable() -> None:
    """Replace characters that the terminal cannot encode instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


class _WarningPrinter(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        say(f"kinroute: {record.getMessage()}")


_WARNING_PRINTER = _WarningPrinter(logging.WARNING)


def print_warnings() -> None:
    """Print the warnings of the package's logger; a second call changes nothing."""
    logging.getLogger("kinroute").addHandler(_WARNING_PRINTER)


def say(text: str) -> None:
    """Print to standard error; a closed stream does not end the program."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def shown_cost(cost: float) -> str:
    """A cost for display: whole, or with two decimals."""
    return plain(cost) if float(cost).is_integer() else f"{cost:.2f}"


def shown_time(seconds: float) -> str:
    """A time for display: 4.2 s, 3 min 05 s, 2 h 10 min."""
    if seconds < 99.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def counted(number: int, noun: str) -> str:
    """A number of things: 1 route, 2 routes."""
    return f"{number} {noun}" + ("" if number == 1 else "s")
