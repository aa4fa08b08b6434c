"""CVRPLIB solution files (.sol).

One line "Route #1: 21 31 19" per route, customers numbered from 1, and a line "Cost 784".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from os import PathLike

from kinroute.errors import FormatError
from kinroute.io.text import finite, read_text, shown

_ROUTE = re.compile(r"route\s*#?\s*\d*\s*:?(.*)", re.IGNORECASE)
_COST = re.compile(r"cost\b\s*[:=]?\s*(.*)", re.IGNORECASE)


def read_solution(path: str | PathLike[str]) -> tuple[list[tuple[int, ...]], float | None]:
    """Return the routes of a solution file and its claimed cost, if there is one."""
    source = str(path)
    routes: list[tuple[int, ...]] = []
    cost: float | None = None
    for number, line in enumerate(map(str.strip, read_text(path).split("\n")), 1):
        try:
            if match := _ROUTE.fullmatch(line):
                routes.append(_visits(match[1]))
            elif match := _COST.fullmatch(line):
                if cost is not None:
                    raise ValueError("the cost is given a second time")
                cost = finite(match[1])
            elif line:
                raise ValueError(f"{shown(line)} is neither 'Route #1: 1 2 3' nor 'Cost 784'")
        except ValueError as error:
            raise FormatError(str(error), source=source, place=f"line {number}") from None
    if not routes:
        raise FormatError("there is no line 'Route #1: ...'", source=source)
    return routes, cost


def solution_text(routes: Iterable[Sequence[int]], cost: float | None) -> str:
    """Return the text of a solution file; the cost with up to six decimals."""
    lines = [f"Route #{i}: {' '.join(map(str, route))}" for i, route in enumerate(routes, 1)]
    if cost is not None:
        whole = float(cost).is_integer()
        lines.append(f"Cost {int(cost)}" if whole else f"Cost {cost:.6f}".rstrip("0").rstrip("."))
    return "\n".join(lines) + "\n"


def _visits(text: str) -> tuple[int, ...]:
    visits = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise ValueError(f"{shown(word)} is not a customer number")
        visits.append(int(word))
    return tuple(visits)
