"""The settings of a search, and the named methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kinroute.errors import ConfigError

CrossoverKind = Literal["ox", "related", "fragment", "fragment_random"]

_LEAST = {
    "granularity": 1,
    "initial": 0,
    "min_size": 2,
    "generation_size": 1,
    "elite": 0,
    "close": 1,
    "restart_after": 1,
    "reunion_every": 0,
    "annealed": 0,
    "annealing_steps": 1,
    "annealing_part_size": 50,
    "annealing_rounds": 1,
    "ruin_granularity": 1,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """How the genetic search is tuned. The defaults are the paper's."""

    granularity: int = 15
    """Γ: how many related customers each customer is tried with."""
    min_size: int = 12
    """μ: how many solutions survive."""
    generation_size: int = 20
    """λ: how many are born before the others go."""
    elite: int = 4
    """How many of the best by cost outrank any by diversity."""
    close: int = 5
    """How many nearest solutions measure a solution's diversity."""
    unique: bool = False
    """Whether a solution that the population holds already is left out of it."""
    target_feasible: float = 0.2
    """The share of feasible local optima that the penalties aim at."""
    initial: int = 0
    """How many random solutions make the first population; 0: 4μ, as in the paper."""
    restart_after: int = 20_000
    """Iterations without improvement before the population is made anew."""
    reunion_every: int = 0
    """Every how many restarts the members of the populations before begin the next; 0: never."""
    assembly_share: float = 0.0
    """The share of children made by edge assembly instead of the method's crossover."""
    annealed: int = 0
    """How many annealed solutions make the first population; 0: it is random."""
    annealing_share: float = 0.25
    """The share of a time limit that these take together."""
    annealing_quick_share: float = 0.0
    """The share of their time without local search: right where time is very short."""
    annealing_steps: int = 30
    """Steps per customer for each of them, where there is no time limit."""
    annealing_part_size: int = 400
    """How many customers are annealed at a time, where there are half as many again."""
    annealing_rounds: int = 10
    """How often such a large instance is cut into parts anew."""
    ruin_granularity: int = 40
    """Among how many related customers ruin and recreate chooses."""

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ConfigError(f"{name} = {value!r}; use a whole number from {least} up")
        if not isinstance(self.unique, bool):
            raise ConfigError(f"unique = {self.unique!r}; use True or False")
        for name in ("target_feasible", "annealing_share"):
            if not 0 < getattr(self, name) < 1:
                raise ConfigError(f"{name} = {getattr(self, name)!r}; use a share between 0 and 1")
        for name in ("assembly_share", "annealing_quick_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{name} = {getattr(self, name)!r}; use a share from 0 to 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A named search: which relatedness steers the local search and which the crossover."""

    name: str
    local_search: Literal["distance", "heatmap"]
    crossover: Literal["ox", "distance", "heatmap", "fragment", "fragment_random"]

    @property
    def needs_heatmap(self) -> bool:
        """Whether there must be a heatmap to run it."""
        return "heatmap" in (self.local_search, self.crossover)


METHODS = {
    method.name: method
    for method in (
        Method(name="auto", local_search="distance", crossover="ox"),
        Method(name="D-O", local_search="distance", crossover="ox"),
        Method(name="D-D", local_search="distance", crossover="distance"),
        Method(name="D-N", local_search="distance", crossover="heatmap"),
        Method(name="N-O", local_search="heatmap", crossover="ox"),
        Method(name="N-D", local_search="heatmap", crossover="distance"),
        Method(name="N-N", local_search="heatmap", crossover="heatmap"),
        Method(name="fragment", local_search="distance", crossover="fragment"),
        Method(name="fragment-random", local_search="distance", crossover="fragment_random"),
    )
}
"""The paper's six methods, `auto`, `fragment`: the crossover of the authors' own program, and
`fragment-random`: pieces as long as its own, from anywhere, so that relatedness says nothing."""


_MOST_THREADS = 256


def thread_count(threads: int) -> int:
    """The number of threads as it is; raises ConfigError for what is none."""
    is_number = isinstance(threads, int) and not isinstance(threads, bool)
    if not is_number or not 1 <= threads <= _MOST_THREADS:
        raise ConfigError(f"threads = {threads!r}; use a whole number from 1 to {_MOST_THREADS}")
    return threads


def method_named(name: str) -> Method:
    """The method of that name, in any case; raises ConfigError for others."""
    for known, method in METHODS.items():
        if known.lower() == name.strip().lower():
            return method
    raise ConfigError(f"unknown method {name!r}; use one of {', '.join(METHODS)}")
