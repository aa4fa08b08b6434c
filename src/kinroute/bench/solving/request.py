"""What is solved on a cluster, and how: the arguments, checked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from kinroute.errors import ConfigError
from kinroute.problem.instance import Instance
from kinroute.search.auto import Settings, chosen_settings
from kinroute.search.bridge import seed_number
from kinroute.search.clock import Clock
from kinroute.search.config import SearchConfig, thread_count
from kinroute.search.methods import method_named
from kinroute.search.progress import Observer
from kinroute.search.stop import Stop, StopPlan, stop_plan
from kinroute.solution import Solution
from kinroute.solution.plans.start import Start, start_from

LEAST_PART = 750
"""Customers of a part, at least: instances with fewer than two such parts are searched by islands.
Measured in docs/lab/performance.md."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A solve on a cluster."""

    instance: Instance
    plan: StopPlan
    settings: Settings
    seed: int
    threads: int
    least_part: int
    start: Solution | None
    observer: Observer | None
    clock: Clock

    @property
    def config(self) -> SearchConfig:
        """The settings of the whole search."""
        return self.settings.config

    @property
    def is_timed(self) -> bool:
        """Whether rounds end by the clock; otherwise by counted steps, which can be repeated."""
        return self.plan.iterations is None


def requested(
    instance: Instance,
    *,
    stop: Stop | Iterable[Stop] | None,
    seed: int,
    start: Solution | Start | str | PathLike[str] | None,
    observer: Observer | None,
    granularity: int | None,
    config: SearchConfig | Mapping[str, Any] | None,
    threads: int,
    least_part: int | None,
) -> Request:
    """The request; raises ConfigError for what cannot be done on a cluster."""
    clock = Clock.started_now()
    plan = stop_plan(stop, instance.customers, threads=thread_count(threads))
    _refuse_other_limits(plan)
    begun = start if start is None or isinstance(start, Start) else start_from(start, instance)
    if begun is not None and begun.is_locked:
        raise ConfigError("locked stops cannot be solved on a cluster; solve without one")
    if least_part is not None and least_part < 1:
        raise ConfigError(f"least_part = {least_part}; use a number of customers from 1 up")
    settings = chosen_settings(
        method_named("auto"), instance, plan, config=config, granularity=granularity
    )
    return Request(
        instance=instance,
        plan=plan,
        settings=settings,
        seed=seed_number(seed),
        threads=threads,
        least_part=LEAST_PART if least_part is None else least_part,
        start=None if begun is None else begun.solution,
        observer=observer,
        clock=clock,
    )


def _refuse_other_limits(plan: StopPlan) -> None:
    if plan.cpu_seconds is not None:
        raise ConfigError("processor time is not counted over a cluster; limit the wall time")
    if plan.no_improvement is not None:
        raise ConfigError(
            "iterations without improvement are not counted over a cluster; limit the time, or "
            "the iterations"
        )
    if plan.seconds is None and plan.iterations is None:
        raise ConfigError(
            "a solve on a cluster is divided into rounds of its time; give a time limit, or a "
            "number of iterations"
        )
