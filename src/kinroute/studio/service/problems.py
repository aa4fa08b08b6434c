"""Errors as problem details (RFC 9457), in the words of the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kinroute.errors import FormatError, ImpossibleError, InputError

MEDIA_TYPE = "application/problem+json"
_TYPE = "urn:kinroute:problem:"


@dataclass(eq=False)
class ProblemError(Exception):
    """What is wrong with a request; raised, it becomes the response."""

    status: int
    code: str
    """A word for programs, such as "too-large"."""
    title: str
    detail: str
    more: dict[str, Any] = field(default_factory=dict)
    """Further members, such as the place of an input error."""
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.detail

    def as_dict(self) -> dict[str, Any]:
        """The object of the response."""
        about = {"type": _TYPE + self.code, "title": self.title, "status": self.status}
        return about | {"detail": self.detail} | self.more

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ProblemError:
        """The problem that another process reported."""
        known = ("type", "title", "status", "detail")
        more = {name: value for name, value in values.items() if name not in known}
        code = str(values["type"]).removeprefix(_TYPE)
        return cls(values["status"], code, values["title"], values["detail"], more)


def input_problem(error: InputError) -> ProblemError:
    """The problem of an input error, with its place in the input and its remedy."""
    code, title = "invalid-input", "The input is not valid"
    if isinstance(error, ImpossibleError):
        code, title = "impossible", "No feasible solution exists"
    elif isinstance(error, FormatError):
        code, title = "unreadable", "The input cannot be read"
    where = ", ".join(part for part in (error.source, error.place) if part)
    text, _, remedy = error.text.partition("\n")
    more = {"source": error.source, "place": error.place, "remedy": remedy or None}
    return ProblemError(
        422,
        code,
        title,
        f"{where}: {text}" if where else text,
        {name: value for name, value in more.items() if value is not None},
    )


def not_found(what: str) -> ProblemError:
    """There is no such job, or it has nothing of that kind."""
    return ProblemError(404, "not-found", "Not found", what)


def too_large(most: int) -> ProblemError:
    """A body above the limit."""
    text = f"the body is larger than {most} bytes; send a smaller one"
    return ProblemError(413, "too-large", "The body is too large", text, {"limit": most})


def too_slow(seconds: float) -> ProblemError:
    """A client that does not go on."""
    text = f"nothing came for {seconds:g} s; send the whole body without a pause"
    return ProblemError(408, "too-slow", "The request took too long", text)


def over_limit(what: str, value: float, most: float) -> ProblemError:
    """A request for more than a limit of the service."""
    return ProblemError(
        422,
        "over-limit",
        "A limit of the service is exceeded",
        f"{what} {value:g} is more than this service takes; use at most {most:g}",
        {"limit": most},
    )


def too_many(what: str, most: int, *, retry_after: int) -> ProblemError:
    """More at once than the service takes; later it may."""
    return ProblemError(
        429,
        "too-many",
        "Too many requests",
        f"{what} (limit {most}); try again later",
        {"limit": most},
        {"Retry-After": str(retry_after)},
    )
