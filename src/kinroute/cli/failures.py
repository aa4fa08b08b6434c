"""What a failure says, and the exit code it leaves."""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import dataclass, field

from kinroute.cli.console import say
from kinroute.errors import InputError

DONE, OUR_FAULT, INPUT_FAULT, INFEASIBLE, INTERRUPTED = 0, 1, 2, 3, 130

_PREFIX = "kinroute: "


@dataclass(slots=True)
class Run:
    """What one run of the command line was asked for, beside its command."""

    debug: bool = field(default_factory=lambda: bool(os.environ.get("KINROUTE_DEBUG")))
    """Whether errors come with a traceback."""


def complain(text: str) -> None:
    """Say something that matters on standard error, further lines below the first."""
    first, *more = text.splitlines() or [""]
    lines = [_PREFIX + first, *(" " * len(_PREFIX) + line for line in more)]
    say("\n".join(lines))


def exit_code_of(error: Exception, run: Run) -> int:
    """Report an error, and return what to leave with."""
    if run.debug:
        traceback.print_exception(error)
    if isinstance(error, InputError):
        complain(str(error))
        return INPUT_FAULT
    if isinstance(error, BrokenPipeError):
        # Nobody reads any more; keep the interpreter from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUR_FAULT
    if isinstance(error, MemoryError):
        complain("there is not enough memory for this instance")
        return OUR_FAULT
    what = " ".join(str(error).split())
    complain(
        f"an error of our own: {type(error).__name__}: {what}\n"
        "Please report it, with what `kinroute --debug …` prints."
    )
    return OUR_FAULT
