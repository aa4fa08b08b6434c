"""Everything Kinroute raises on purpose.

    KinrouteError                 exit code 1
    ├── InternalError             internal error: a result that fails the independent check
    ├── ServiceError              a service that is busy, out of reach or failed
    └── InputError                exit code 2, also a ValueError: invalid input
        ├── FormatError           a file that cannot be parsed
        ├── InstanceError         values that do not form an instance
        │   └── ImpossibleError   a proof that no feasible solution exists
        ├── SolutionError         a solution that does not belong to the instance
        ├── RelatednessError      a heatmap or neighbour lists that do not fit
        ├── LabelError            labelled instances that are damaged or do not fit
        ├── ModelError            a model that is damaged or unknown
        └── ConfigError           an unknown method, a setting out of range

    Interrupted                   a KeyboardInterrupt that carries the best result so far
    InputWarning                  a UserWarning: input that is taken, but is probably a mistake

The first line of a message gives the place and the problem; a second line, if there is one, the
remedy.
"""

from __future__ import annotations

from typing import Any, Self


class KinrouteError(Exception):
    """Base of every error that Kinroute raises on purpose."""

    exit_code = 1


class InternalError(KinrouteError):
    """An internal error of Kinroute; please report it."""


class ServiceError(KinrouteError):
    """A service that is busy, cannot be reached, or failed; see `kinroute.client`.

    `status` is that of its response, if there was one; `retry_after` the seconds after which to try
    again, if it says so.
    """

    def __init__(
        self, text: str, *, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(text)
        self.status = status
        self.retry_after = retry_after


class InputError(KinrouteError, ValueError):
    """Invalid input.

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
    """A file that cannot be parsed."""


class InstanceError(InputError):
    """Values that do not form an instance; `customer` is the one concerned, if it is one."""

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
    """Labelled instances that are damaged, or do not fit the request."""


class ModelError(InputError):
    """A model that is damaged, or not known by its name."""


class ConfigError(InputError):
    """An unknown method, or a setting out of range."""


class InputWarning(UserWarning):
    """Input that is taken as it is, but is probably a mistake, or where something was assumed."""


class Interrupted(KeyboardInterrupt):
    """The search was interrupted; `result` is the best one so far."""

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted")
        self.result = result
