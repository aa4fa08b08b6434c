"""Error messages and exit codes."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from dataclasses import dataclass, field

from kinroute.cli.console import say
from kinroute.errors import InputError

DONE, INTERNAL_ERROR, INVALID_INPUT, INFEASIBLE, INTERRUPTED = 0, 1, 2, 3, 130

_PREFIX = "kinroute: "


@dataclass(slots=True)
class Run:
    """Options of one run of the command line that hold for every command."""

    debug: bool = field(default_factory=lambda: bool(os.environ.get("KINROUTE_DEBUG")))
    """Whether errors come with a traceback."""


def complain(text: str) -> None:
    """Print a message to standard error, further lines indented below the first."""
    first, *more = text.splitlines() or [""]
    lines = [_PREFIX + first, *(" " * len(_PREFIX) + line for line in more)]
    say("\n".join(lines))


def require_standard_output() -> None:
    """Raise InputError where standard output is closed, so that no result is lost."""
    if sys.stdout is None:
        raise InputError("standard output is closed; redirect it to a file, or to /dev/null")


def exit_code_of(error: Exception, run: Run) -> int:
    """Report an error, and return the exit code."""
    if run.debug:
        traceback.print_exception(error)
    if isinstance(error, InputError):
        complain(str(error))
        return INVALID_INPUT
    if isinstance(error, OSError) and _is_of_standard_output(error):
        complain(f"cannot write to standard output: {error.strerror}")
        # Keep the interpreter from reporting it again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INVALID_INPUT
    if isinstance(error, MemoryError):
        complain("not enough memory for this instance")
        return INTERNAL_ERROR
    what = " ".join(str(error).split())
    complain(
        f"internal error: {type(error).__name__}: {what}\n"
        "Please report it, with the output of `kinroute --debug …`."
    )
    return INTERNAL_ERROR


def _is_of_standard_output(error: OSError) -> bool:
    """Files are written by `kinroute.io.atomic`, whose errors are InputErrors."""
    return error.filename is None and error.errno in (errno.EPIPE, errno.ENOSPC, errno.EIO)
