"""Everything Kinroute raises on purpose.

    KinrouteError                 exit code 1
    ├── InternalError             our fault: a result that fails the independent check
    └── InputError                exit code 2, also a ValueError: the input's fault
        ├── FormatError           a file that cannot be read as what it claims to be
        ├── InstanceError         numbers that make no instance
        │   └── ImpossibleError   a proof that no feasible solution exists
        ├── SolutionError         a solution that does not belong to the instance
        ├── RelatednessError      a heatmap or neighbour lists that do not fit
        ├── LabelError            labelled instances that are damaged, foreign or do not fit
        ├── ModelError            a file with a network that is damaged, foreign or unknown
        └── ConfigError           an unknown method, a setting out of range

    Interrupted                   a KeyboardInterrupt that carries the best result so far

The first line of a message says what is wrong and where; a second line, where there is one, says
what to do about it.
"""

from __future__ import annotations

from typing import Any, Self


class KinrouteError(Exception):
    """Base of every error that Kinroute raises on purpose."""

    exit_code = 1


class InternalError(KinrouteError):
    """Kinroute's own fault; please report it."""


class InputError(KinrouteError, ValueError):
    """The input's fault.

    The message reads "SOURCE, PLACE: text", as far as source (a file) and place ("line 14") are
    known.
    """

    exit_code = 2

    def __init__(self, text: str, *, source: str | None = None, place: str | None = None) -> None:
        where = ", ".join(part for part in (source, place) if part)
        super().__init__(f"{where}: {text}" if where else text)
        self.text = text
        self.source = source
        self.place = place


class FormatError(InputError):
    """A file that cannot be read as what it claims to be."""


class InstanceError(InputError):
    """Numbers that make no instance. `customer` is the one to blame, where there is one."""

    def __init__(
        self,
        text: str,
        *,
        source: str | None = None,
        place: str | None = None,
        customer: int | None = None,
    ) -> None:
        super().__init__(text, source=source, place=place)
        self.customer = customer

    def located(self, *, source: str | None, place: str | None) -> Self:
        """Return the same error with the file, and the place in it, that it comes from."""
        return type(self)(self.text, source=source, place=place, customer=self.customer)


class ImpossibleError(InstanceError):
    """A proof that no feasible solution exists; the message carries the reason."""


class SolutionError(InputError):
    """A solution that does not belong to the instance."""


class RelatednessError(InputError):
    """A heatmap or neighbour lists that do not fit the instance."""


class LabelError(InputError):
    """Labelled instances that are damaged, foreign, or do not fit what is asked."""


class ModelError(InputError):
    """A model that is damaged, foreign, or not known by its name."""


class ConfigError(InputError):
    """An unknown method, or a setting out of range."""


class Interrupted(KeyboardInterrupt):
    """The search was interrupted; `result` is the best one so far."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted")
        self.result = result
