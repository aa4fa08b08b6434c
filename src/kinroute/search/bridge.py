"""The call of the core: settings, limits and progress, converted to its units and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, cast

from kinroute import _core
from kinroute.errors import ConfigError
from kinroute.search.clock import Clock
from kinroute.search.config import SearchConfig
from kinroute.search.core_problem import CoreProblem
from kinroute.search.pause import Pause
from kinroute.search.progress import Observer, Progress
from kinroute.search.spatial_order import SpatialOrder
from kinroute.search.steering import Steering
from kinroute.search.stop import StopPlan
from kinroute.solution import Solution


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """One search, ready to run."""

    core: CoreProblem
    order: SpatialOrder
    steering: Steering
    config: SearchConfig
    plan: StopPlan
    seed: int
    clock: Clock
    start: Solution | None = None
    observer: Observer | None = None
    pause: Pause | None = None
    threads: int = 1

    def run(self) -> _core.Outcome:
        """Search without the GIL until a limit is reached; the outcome is in the core's units."""
        lists = self.order.lists
        return _core.search(
            problem=self.core.problem,
            local_search=_core.Neighbours(lists(self.steering.local_search.ids)),
            crossover=_core.Neighbours(lists(self.steering.crossover.ids)),
            ruin=_core.Neighbours(lists(self.steering.ruin.ids)),
            crossover_kind=self.steering.kind,
            config=core_config(self.config),
            seed=self.seed % 2**63,
            start=self.order.to_core(self.start.routes if self.start else ()),
            poll=self._poll(),
            limits=self._core_limits(),
            threads=self.threads,
        )

    def _core_limits(self) -> _core.Limits:
        """What is left of the limits after the preparation."""
        plan, limits = self.plan, _core.Limits()
        limits.seconds = _left(plan.seconds, self.clock.seconds())
        limits.cpu_seconds = _left(plan.cpu_seconds, self.clock.cpu_seconds())
        limits.iterations = plan.iterations
        limits.no_improvement = plan.no_improvement
        limits.target = None if plan.cost is None else self.core.target(plan.cost)
        return limits

    def _poll(self) -> Callable[[_core.Progress], bool] | None:
        """A function for the core to call at intervals: observer, pause and stop functions."""
        if self.observer is None and self.pause is None and not self.plan.callables:
            return None

        def poll(seen: _core.Progress) -> bool:
            progress = self._progress(seen)
            if self.observer is not None:
                self.observer(progress)
            if self.pause is not None and self.pause.is_on:
                seen.begin_pause()
                self.pause.wait()
            return any(stop(progress) for stop in self.plan.callables)

        return poll

    def _progress(self, seen: _core.Progress) -> Progress:
        elapsed = self.clock.seconds() - seen.paused
        scale = self.core.cost_scale / self.core.demand_scale
        return Progress(
            time=elapsed,
            iterations=seen.iterations,
            best_cost=None if seen.best is None else self.core.cost(seen.best),
            feasible_share=seen.feasible_share,
            restarts=seen.restarts,
            annealing_steps=seen.annealing_steps,
            time_left=_left(self.plan.seconds, elapsed),
            load_penalty=seen.load_penalty / scale,
            limit_penalty=seen.limit_penalty,
            diversity=seen.diversity,
            routes=lambda: self.order.from_core(seen.best_routes()),
        )


def seed_number(seed: int) -> int:
    """The seed, if it is one; raises ConfigError for other values."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ConfigError(f"seed = {seed!r}; use a whole number from 0 up")
    return seed


def core_config(config: SearchConfig) -> _core.SearchConfig:
    """The settings as structs of the core, field by field."""
    return cast(_core.SearchConfig, _filled(_core.SearchConfig(), config))


def _filled(target: Any, config: Any) -> Any:
    for part in fields(config):
        value = getattr(config, part.name)
        if is_dataclass(value):
            _filled(getattr(target, part.name), value)
        else:
            setattr(target, part.name, value)
    return target


def _left(limit: float | None, spent: float) -> float | None:
    return None if limit is None else max(0.0, limit - spent)
