"""Stop rules. Several can be combined: the first one reached ends the search."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from kinroute.errors import ConfigError
from kinroute.search.progress import Progress


@dataclass(frozen=True, slots=True)
class AfterSeconds:
    """Wall time since the call of `solve`."""

    seconds: float

    def __post_init__(self) -> None:
        _require_number("seconds", self.seconds)


@dataclass(frozen=True, slots=True)
class AfterCpuSeconds:
    """Processor time of all searching threads; does not depend on other load."""

    seconds: float

    def __post_init__(self) -> None:
        _require_number("cpu seconds", self.seconds)


@dataclass(frozen=True, slots=True)
class AfterIterations:
    """A number of iterations; the same seed then gives the same solution everywhere."""

    iterations: int

    def __post_init__(self) -> None:
        _require_count("iterations", self.iterations)


@dataclass(frozen=True, slots=True)
class AfterNoImprovement:
    """A number of iterations without improvement."""

    iterations: int

    def __post_init__(self) -> None:
        _require_count("iterations without improvement", self.iterations)


@dataclass(frozen=True, slots=True)
class AtCost:
    """A feasible solution of this cost or less."""

    cost: float

    def __post_init__(self) -> None:
        if math.isnan(self.cost):
            raise ConfigError("target cost nan; use a number")


StopReason = Literal[
    "time", "cpu_time", "iterations", "no_improvement", "target", "asked", "interrupted", "optimal"
]
REASONS: dict[StopReason, str] = {
    "time": "time limit reached",
    "cpu_time": "processor time limit reached",
    "iterations": "iteration limit reached",
    "no_improvement": "no improvement",
    "target": "target cost reached",
    "asked": "stop requested",
    "interrupted": "interrupted",
    "optimal": "proved optimal",
}
"""Why a search ended, in words."""

Rule = AfterSeconds | AfterCpuSeconds | AfterIterations | AfterNoImprovement | AtCost
Stop = Rule | float | Callable[[Progress], bool]
"""A rule, a plain number of seconds, or a function that returns True to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopPlan:
    """All rules of one search, by kind. None: no such limit."""

    seconds: float | None = None
    cpu_seconds: float | None = None
    iterations: int | None = None
    no_improvement: int | None = None
    cost: float | None = None
    callables: tuple[Callable[[Progress], bool], ...] = ()
    is_default: bool = False
    """Whether the time is the default, as no rule was given."""
    threads: int = 1

    @property
    def thread_seconds(self) -> float | None:
        """The shorter limit in seconds, times the number of threads.

        None without such a limit, or with a limit on iterations.
        """
        seconds = None if self.iterations is not None else self.shortest_seconds
        return None if seconds is None else self.threads * seconds

    @property
    def shortest_seconds(self) -> float | None:
        """The shorter of the limits on wall time and on processor time, in seconds."""
        return min((s for s in (self.seconds, self.cpu_seconds) if s is not None), default=None)


def default_seconds(customers: int) -> float:
    """The default time limit: a tenth of a second per customer, from 2 s to 10 min."""
    return min(600.0, max(2.0, 0.1 * customers))


def stop_plan(stop: Stop | Iterable[Stop] | None, customers: int, *, threads: int = 1) -> StopPlan:
    """Collect the rules that the user gave; raises ConfigError for other values.

    The limit on processor time is for all threads together; in the plan it is for each of them.
    """
    if stop is None:
        return StopPlan(seconds=default_seconds(customers), is_default=True, threads=threads)
    is_several = isinstance(stop, Iterable) and not isinstance(stop, str)
    rules: list[Stop] = list(stop) if is_several else [stop]  # type: ignore[arg-type, list-item]
    if not rules:
        return stop_plan(None, customers, threads=threads)
    seconds, cpu, iterations, unimproved, costs = [], [], [], [], []
    callables = []
    for rule in rules:
        match rule:
            case AfterSeconds(value):
                seconds.append(value)
            case AfterCpuSeconds(value):
                cpu.append(value)
            case AfterIterations(count):
                iterations.append(count)
            case AfterNoImprovement(count):
                unimproved.append(count)
            case AtCost(cost):
                costs.append(cost)
            case int() | float() if not isinstance(rule, bool):
                seconds.append(AfterSeconds(rule).seconds)
            case _ if callable(rule):
                callables.append(rule)
            case _:
                raise ConfigError(
                    f"stop = {rule!r}; use a number of seconds, AfterSeconds, AfterCpuSeconds, "
                    "AfterIterations, AfterNoImprovement, AtCost or a function"
                )
    return StopPlan(
        seconds=min(seconds, default=None),
        cpu_seconds=min(cpu) / threads if cpu else None,
        iterations=min(iterations, default=None),
        no_improvement=min(unimproved, default=None),
        cost=max(costs, default=None),
        callables=tuple(callables),
        threads=threads,
    )


def _require_number(what: str, value: float) -> None:
    if not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise ConfigError(f"{what} = {value!r}; use a number from 0 up")


def _require_count(what: str, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**62:
        raise ConfigError(f"{what} = {value!r}; use a whole number from 0 to 2^62")
