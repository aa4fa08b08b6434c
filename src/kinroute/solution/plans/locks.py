"""What of a plan must stay: "2" is route 2, "2:5" its first five stops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kinroute.errors import ConfigError
from kinroute.solution.plans.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """The first stops of a route, or all of it."""

    stops: int
    is_whole: bool
    """Whether nothing may be added behind them either."""


def locks_from(texts: Iterable[str], plan: Plan) -> dict[int, Lock]:
    """Return the locks by the index of their route; raises ConfigError for what is no lock."""
    labels = {route.label: number for number, route in enumerate(plan.routes)}
    locks: dict[int, Lock] = {}
    for text in texts:
        label, colon, count = text.strip().rpartition(":")
        if not colon:
            label, count = count, ""
        if label not in labels:
            known = ", ".join(list(labels)[:10])
            raise ConfigError(
                f"--lock {text}: {plan.source} has no route {label!r}; it has {known}"
                + (", ..." if len(labels) > 10 else "")
            )
        number = labels[label]
        if number in locks:
            raise ConfigError(f"--lock {text}: route {label} is locked twice; give one of them")
        locks[number] = _lock(text, label, count if colon else None, plan.routes[number].stops)
    return locks


def _lock(text: str, label: str, count: str | None, stops: tuple[str, ...]) -> Lock:
    if count is None:
        return Lock(stops=len(stops), is_whole=True)
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:9]) <= len(stops)):
        raise ConfigError(
            f"--lock {text}: {count!r} is no number of stops; route {label} has {len(stops)}, so "
            f"use 1 to {len(stops)}"
        )
    return Lock(stops=int(count), is_whole=False)
