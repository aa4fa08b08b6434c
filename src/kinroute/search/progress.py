"""The progress of a search, as reported to observers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The state of a running search, reported at most about twenty times a second."""

    time: float
    """Seconds since `solve` was called."""
    iterations: int
    best_cost: float | None
    """Cost of the best feasible solution so far; None while there is none."""
    feasible_share: float
    """Share of the last hundred local optima that were feasible."""
    restarts: int
    annealing_steps: int = 0
    """Steps of ruin and recreate so far; they come before the first iteration."""
    time_left: float | None
    """Seconds to the time limit; None without one."""

    load_penalty: float = 0.0
    """Cost of a unit of load over the capacity; 0 before the first hundred iterations."""
    limit_penalty: float = 0.0
    """Price of exceeding a limit on routes, relative to cost; 0 likewise."""
    diversity: float = 0.0
    """Mean broken-pairs distance of the population's members to those nearest to them."""
    routes: Callable[[], list[list[int]]] = field(default=list, repr=False, compare=False)
    """The routes of the best feasible solution so far; only an observer may call it, and only
    before it returns."""

    @property
    def iterations_per_second(self) -> float:
        """Mean speed so far."""
        return self.iterations / self.time if self.time > 0 else 0.0

    @property
    def is_annealing(self) -> bool:
        """Whether solutions are being annealed for the first population."""
        return self.iterations == 0 and self.annealing_steps > 0


Observer = Callable[[Progress], object]
