"""The call of the core: settings, limits and reports in its units and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kinroute import _core
from kinroute.errors import ConfigError
from kinroute.search.clock import Clock
from kinroute.search.config import SearchConfig
from kinroute.search.core_problem import Scaled
from kinroute.search.progress import Observer, Progress
from kinroute.search.spatial_order import Numbering
from kinroute.search.steering import Steering
from kinroute.search.stop import StopPlan
from kinroute.solution import Solution


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """One search, ready to run."""

    scaled: Scaled
    numbering: Numbering
    steering: Steering
    config: SearchConfig
    plan: StopPlan
    seed: int
    clock: Clock
    start: Solution | None = None
    observer: Observer | None = None
    threads: int = 1

    def run(self) -> _core.Outcome:
        """Search without the GIL until a limit is reached; the outcome has the core's numbers."""
        lists = self.numbering.lists
        return _core.search(
            problem=self.scaled.problem,
            local_search=_core.Neighbours(lists(self.steering.local_search.ids)),
            crossover=_core.Neighbours(lists(self.steering.crossover.ids)),
            ruin=_core.Neighbours(lists(self.steering.ruin.ids)),
            config=self._core_config(),
            start=self.numbering.inward(self.start.routes if self.start else ()),
            poll=self._poll(),
            limits=self._core_limits(),
            threads=self.threads,
        )

    def _core_config(self) -> _core.SearchConfig:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            raise ConfigError(f"seed = {self.seed!r}; use a whole number from 0 up")
        return _core.SearchConfig(
            min_size=self.config.min_size,
            generation_size=self.config.generation_size,
            elite=self.config.elite,
            close=self.config.close,
            unique=self.config.unique,
            target_feasible=self.config.target_feasible,
            granularity=self.config.granularity,
            restart_after=self.config.restart_after,
            reunion_every=self.config.reunion_every,
            crossover=self.steering.kind,
            assembly_share=self.config.assembly_share,
            annealed=self.config.annealed,
            annealing_share=self.config.annealing_share,
            annealing_quick_share=self.config.annealing_quick_share,
            annealing_steps=self.config.annealing_steps,
            annealing_rounds=self.config.annealing_rounds,
            annealing_part_size=self.config.annealing_part_size,
            initial=self.config.initial,
            seed=self.seed % 2**63,
            penalty_scale=self.scaled.penalty_scale,
        )

    def _core_limits(self) -> _core.Limits:
        """What is left of the limits after the preparation."""
        plan = self.plan
        return _core.Limits(
            seconds=_left(plan.seconds, self.clock.seconds()),
            cpu_seconds=_left(plan.cpu_seconds, self.clock.cpu_seconds()),
            iterations=plan.iterations,
            no_improvement=plan.no_improvement,
            target=None if plan.cost is None else self.scaled.target(plan.cost),
        )

    def _poll(self) -> Callable[[_core.Progress], bool] | None:
        """What the core calls now and then: tells the observer, asks the user's stop functions."""
        if self.observer is None and not self.plan.callables:
            return None

        def poll(seen: _core.Progress) -> bool:
            progress = self._progress(seen)
            if self.observer is not None:
                self.observer(progress)
            return any(ask(progress) for ask in self.plan.callables)

        return poll

    def _progress(self, seen: _core.Progress) -> Progress:
        elapsed = self.clock.seconds()
        return Progress(
            time=elapsed,
            iterations=seen.iterations,
            best_cost=None if seen.best is None else seen.best / self.scaled.cost_scale,
            feasible_share=seen.feasible_share,
            restarts=seen.restarts,
            annealing_steps=seen.annealing_steps,
            time_left=_left(self.plan.seconds, elapsed),
        )


def _left(limit: float | None, spent: float) -> float | None:
    return None if limit is None else max(0.0, limit - spent)
