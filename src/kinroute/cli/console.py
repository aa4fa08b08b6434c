"""Output on the terminal, and how numbers and times are formatted."""

from __future__ import annotations

import io
import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

from kinroute.errors import InputWarning
from kinroute.io.text import printable
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


@contextmanager
def printed_warnings() -> Iterator[None]:
    """Within this context, warnings of the package's logger and InputWarnings are printed."""
    logging.getLogger("kinroute").addHandler(_WARNING_PRINTER)
    with warnings.catch_warnings():
        warnings.simplefilter("always", InputWarning)
        shown_otherwise = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
            if issubclass(category, InputWarning):
                say(f"kinroute: warning: {message}")
            else:
                shown_otherwise(message, category, *where)

        warnings.showwarning = show  # type: ignore[assignment]
        yield


def say(text: str) -> None:
    """Print to standard error; a closed stream does not end the program.

    Control characters, which may come from a file, are spelt out.
    """
    if sys.stderr is None:
        return
    lines = map(printable, text.split("\n"))
    with suppress(OSError):
        print("\n".join(lines), file=sys.stderr, flush=True)


def shown_cost(cost: float, unit: str = "") -> str:
    """A cost for display: whole, or with two decimals; with its unit, if it has one."""
    text = plain(cost) if float(cost).is_integer() else f"{cost:.2f}"
    return f"{text} {unit}" if unit else text


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
