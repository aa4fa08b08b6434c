"""The settings of a search, nested as in the core: one class for each of its parts.

The defaults are the paper's parameters and are defined here only. The structs of the core have the
same names and fields (`cpp/kinroute/base/config.h`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from kinroute.errors import ConfigError


@dataclass(frozen=True, slots=True)
class _Rule:
    """The valid values of a setting."""

    kind: type
    least: float = 0.0
    most: float = 2**31 - 1
    is_open: bool = False
    """Whether the bounds themselves are excluded."""

    def __call__(self, name: str, value: object) -> None:
        if not self._holds(value):
            raise ConfigError(f"{name} = {value!r}; use {self._wanted()}")

    def _holds(self, value: object) -> bool:
        if self.kind is bool:
            return isinstance(value, bool)
        numbers = int if self.kind is int else int | float
        if isinstance(value, bool) or not isinstance(value, numbers):
            return False
        if self.is_open:
            return self.least < value < self.most
        return self.least <= value <= self.most

    def _wanted(self) -> str:
        if self.kind is bool:
            return "True or False"
        if self.kind is int:
            return f"a whole number from {self.least:g} up to {self.most:g}"
        if self.most == 1:
            return "a share between 0 and 1" if self.is_open else "a share from 0 to 1"
        return f"a number {'above' if self.is_open else 'from'} {self.least:g}"


def _whole(default: int, least: int, most: int = 2**31 - 1) -> Any:
    return field(default=default, metadata={"rule": _Rule(int, least, most)})


def _share(default: float, *, is_open: bool = False) -> Any:
    return field(default=default, metadata={"rule": _Rule(float, 0.0, 1.0, is_open)})


def _positive(default: float) -> Any:
    return field(default=default, metadata={"rule": _Rule(float, 0.0, 1e9, True)})


def _switch(default: bool) -> Any:
    return field(default=default, metadata={"rule": _Rule(bool)})


class _Checked:
    """Checks every field that has a rule."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for part in fields(self):  # type: ignore[arg-type]
            value = getattr(self, part.name)
            if "rule" in part.metadata:
                part.metadata["rule"](part.name, value)
            elif not isinstance(value, part.default_factory):  # type: ignore[arg-type]
                wanted = part.default_factory.__name__  # type: ignore[union-attr]
                raise ConfigError(f"{part.name} = {value!r}; use a {wanted}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PopulationConfig(_Checked):
    """The size of the population, and how survivors are selected."""

    min_size: int = _whole(12, least=2)
    """μ: number of solutions that survive."""
    generation_size: int = _whole(20, least=1)
    """λ: number of children before survivors are selected."""
    elite: int = _whole(4, least=0)
    """Number of best solutions by cost that diversity cannot displace."""
    close: int = _whole(5, least=1)
    """Number of nearest solutions that define a solution's diversity."""
    unique: bool = _switch(False)
    """Whether duplicates of members are rejected."""
    initial_size: int = _whole(0, least=0)
    """Number of random solutions of the first population; 0: 4μ, as in the paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyConfig(_Checked):
    """How the penalties of excess load and duration are adapted."""

    target_feasible: float = _share(0.2, is_open=True)
    """Target share of feasible local optima."""
    tolerance: float = _share(0.05)
    """Deviation from the target up to which the penalties stay."""
    increase: float = _positive(1.2)
    """Factor if too few are feasible."""
    decrease: float = _positive(0.85)
    """Factor if too many are feasible."""
    memory: int = _whole(100, least=1)
    """Number of last local optima that are counted."""
    adapt_every: int = _whole(100, least=1)
    """Iterations between two adaptations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreedingConfig(_Checked):
    """How children are made; the crossover itself is defined by the method."""

    edge_assembly_share: float = _share(0.0)
    """Share of children by edge assembly instead of the method's crossover."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartConfig(_Checked):
    """What follows when a population stagnates."""

    after: int = _whole(20_000, least=1)
    """Iterations without improvement before a new population."""
    merge_every: int = _whole(0, least=0)
    """Number of restarts after which the stagnated populations are merged; 0: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnealingConfig(_Checked):
    """How solutions are annealed for the first population, instead of random ones."""

    solutions: int = _whole(0, least=0)
    """Number of annealed solutions; 0: the first population is random."""
    share: float = _share(0.25, is_open=True)
    """Share of the time limit for all of them together."""
    quick_share: float = _share(0.0)
    """Share of this time without local search; for very short budgets."""
    steps_per_customer: float = _positive(30.0)
    """Steps with local search for each customer and solution, without a time limit."""
    quick_steps: float = _positive(500.0)
    """Likewise without local search."""
    initial_temperature: float = _positive(1.0)
    """In mean arc lengths."""
    final_temperature: float = _positive(0.01)
    """Likewise."""
    target_feasible: float = _share(0.8, is_open=True)
    """Target share of feasible local optima during annealing."""
    part_size: int = _whole(400, least=50)
    """Customers of a part, in instances of more than one and a half times as many."""
    rounds: int = _whole(10, least=1)
    """Number of decompositions of such an instance."""
    thread_rounds: int = _whole(160, least=1)
    """How often a smaller instance is divided among several threads."""
    touched_only: bool = _switch(False)
    """Whether local search examines only customers with other neighbours, for long routes."""
    lighter_only: bool = _switch(False)
    """Whether local search examines whole routes only where they have become lighter or exceed the
    capacity, and only customers with other neighbours on the others."""
    narrow_share: float = _share(0.0)
    """Share of the time with `touched_only` in which customers related to these are left out, and
    SWAP*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuinConfig(_Checked):
    """Which customers a step of ruin and recreate removes, and where it may insert them."""

    granularity: int = _whole(40, least=1)
    """Number of related customers that are considered."""
    mean_removed: float = _positive(15.0)
    """Customers per step with local search."""
    quick_mean_removed: float = _positive(10.0)
    """Customers per step without local search."""
    max_string_length: int = _whole(10, least=1)
    """Consecutive visits removed from one route."""
    blink_rate: float = _share(0.01)
    """Probability that a position is skipped, so that the greedy choice varies."""
    split_stop: float = _share(0.01)
    """Probability that what stays between the two halves of a split string grows no further; in
    whole percent."""
    allows_excess: bool = _switch(False)
    """Whether recreate may exceed the capacity at the penalty of the local search that follows,
    instead of opening a route."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig(_Checked):
    """The settings of a search. The defaults are the paper's parameters."""

    granularity: int = _whole(15, least=1)
    """Γ: number of related customers that each customer is tried with."""
    population: PopulationConfig = field(default_factory=PopulationConfig)
    penalties: PenaltyConfig = field(default_factory=PenaltyConfig)
    breeding: BreedingConfig = field(default_factory=BreedingConfig)
    restarts: RestartConfig = field(default_factory=RestartConfig)
    annealing: AnnealingConfig = field(default_factory=AnnealingConfig)
    ruin: RuinConfig = field(default_factory=RuinConfig)

    def updated(self, changes: Mapping[str, Any]) -> SearchConfig:
        """The same with other values, nested as the settings are.

        `config.updated({"granularity": 20, "population": {"min_size": 25}})`
        """
        config: SearchConfig = _updated(self, changes)
        return config


PAPER = SearchConfig()
"""The paper's parameters."""


def _updated(config: Any, changes: Mapping[str, Any], path: str = "") -> Any:
    known = {part.name for part in fields(config)}
    values = {}
    for name, value in changes.items():
        if name not in known:
            wanted = ", ".join(sorted(known))
            room = path.rstrip(".") or "settings"
            raise ConfigError(f"unknown setting {path}{name}; {room} has {wanted}")
        old = getattr(config, name)
        is_nested = is_dataclass(old) and isinstance(value, Mapping)
        values[name] = _updated(old, value, f"{path}{name}.") if is_nested else value
    return replace(config, **values)


_MOST_THREADS = 256


def thread_count(threads: int) -> int:
    """The number of threads; raises ConfigError if it is not valid."""
    is_number = isinstance(threads, int) and not isinstance(threads, bool)
    if not is_number or not 1 <= threads <= _MOST_THREADS:
        raise ConfigError(f"threads = {threads!r}; use a whole number from 1 to {_MOST_THREADS}")
    return threads
