"""`solve_on_cluster`: one instance, many workers, one checked result."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from kinroute.bench.cluster import connected
from kinroute.bench.solving.dispatch import Dispatch
from kinroute.bench.solving.first import FirstSearch
from kinroute.bench.solving.incumbent import Incumbent
from kinroute.bench.solving.request import Request, requested
from kinroute.bench.solving.rounds import config_between, is_annealing
from kinroute.bench.solving.search import ClusterSearch
from kinroute.bench.solving.team import ClusterLostError, Team
from kinroute.errors import ConfigError, InputWarning, InternalError, Interrupted
from kinroute.problem.instance import Instance
from kinroute.search import exact
from kinroute.search.auto import Settings
from kinroute.search.config import SearchConfig
from kinroute.search.progress import Observer, Progress
from kinroute.search.solve import solve
from kinroute.search.stop import AfterIterations, AfterSeconds, AtCost, Stop, StopReason
from kinroute.solution import Solution
from kinroute.solution.check import check
from kinroute.solution.plans.start import Start
from kinroute.solution.result import Result

if TYPE_CHECKING:
    from distributed import Client

log = logging.getLogger("kinroute")

_CLOSING_SECONDS = 0.4
"""What it takes to end local workers."""
_WAIT_SECONDS = 0.1
_LEAST_SECONDS = 3.0
"""Local workers start in one or two seconds, and a search that ends before cannot use them."""


def solve_on_cluster(
    instance: Instance,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    stop: Stop | Iterable[Stop] | None = None,
    seed: int = 1,
    start: Solution | Start | str | PathLike[str] | None = None,
    observer: Observer | None = None,
    granularity: int | None = None,
    config: SearchConfig | Mapping[str, Any] | None = None,
    threads: int = 1,
    least_part: int | None = None,
) -> Result:
    """Search with the workers of a cluster: so many processes here, or those of a Dask scheduler.

    In rounds, the routes of the incumbent are divided into as many parts of neighbouring routes as
    there are workers, each with at least `least_part` customers; every worker anneals its part with
    `threads` threads, and the improved parts are joined. Where there are more workers than such
    parts, several have the same one with other random numbers, and the best answer counts; small
    instances are one part (islands). Settings are those that `auto` chooses for the whole instance.

    The incumbent stays here: a worker that is lost costs what it did in its last round, one that
    joins gets a part in the next. The time limit counts from the call on, also what local workers
    need to start; meanwhile this process searches alone, as it does if the scheduler is lost.

    `observer` is called with a `ClusterProgress`. Ctrl-C ends the workers' searches, takes what
    they have, and raises `Interrupted` with the best result. With a limit on iterations rounds
    consist of counted steps: the same seed, threads and number of workers give the same routes.
    Call it below `if __name__ == "__main__":` in a script, since workers are processes.
    """
    if workers is not None and scheduler is not None:
        raise ConfigError("workers and scheduler are both given; give one of them")
    request = requested(
        instance,
        stop=stop,
        seed=seed,
        start=start,
        observer=observer,
        granularity=granularity,
        config=config,
        threads=threads,
        least_part=least_part,
    )
    if instance.customers <= exact.MOST_CUSTOMERS:
        return _alone(request, request.start, config)
    seconds = request.plan.seconds
    if scheduler is None and seconds is not None and seconds < _LEAST_SECONDS:
        raise ConfigError(
            f"{seconds:g} s are over before local workers have started; "
            f"use at least {_LEAST_SECONDS:g} s, or no workers"
        )
    run = _Run(request)
    with FirstSearch(run.first_search) as first:
        try:
            with connected(workers=workers, scheduler=scheduler) as client:
                run.on(client, first, closing=_CLOSING_SECONDS if scheduler is None else 0.0)
        except KeyboardInterrupt:
            if run.incumbent is None:
                run.begin(first.ended())
            run.reason = "interrupted"
    result = run.result()
    log.info("%s: cost %s, stopped by %s", instance.name, result.cost, result.stopped_by)
    if result.stopped_by == "interrupted":
        raise Interrupted(result)
    return result


@dataclass(slots=True)
class _Run:
    """A request while it is worked on."""

    request: Request
    incumbent: Incumbent | None = None
    reason: StopReason = "time"
    first: Result | None = None
    _steps: int = 0
    """Of annealing, in the first search."""

    def first_search(self, is_over: Callable[[object], bool]) -> Result:
        """Search until workers are there; where steps count, only build a solution."""
        request, plan = self.request, self.request.plan
        limits: list[Stop] = [AfterSeconds(0.0 if plan.seconds is None else plan.seconds)]
        if not request.is_timed:
            limits = [AfterSeconds(0.0)]
        if plan.cost is not None:
            limits.append(AtCost(plan.cost))
        return solve(
            request.instance,
            start=request.start,
            config=request.config,
            seed=request.seed,
            threads=request.threads,
            observer=self._observe,
            stop=[*limits, *plan.callables, is_over],
        )

    def _observe(self, progress: Progress) -> None:
        self._steps = progress.annealing_steps
        if self.request.observer is not None:
            self.request.observer(progress)

    def begin(self, first: Result) -> None:
        """Take the result of the first search."""
        self.first, self.incumbent = first, Incumbent.of(first)
        self.incumbent.steps = self._steps

    def on(self, client: Client, first: FirstSearch, *, closing: float) -> None:
        """All rounds on a cluster; without it, where it is lost, the rest alone."""
        dispatch = Dispatch(client, Team(client, self.request.threads))
        search = None
        try:
            while first.is_running and not dispatch.team.slots():
                first.wait(_WAIT_SECONDS)
            is_over = not first.is_running
            self.begin(first.ended())
            assert self.first is not None
            assert self.incumbent is not None
            if is_over and (self.request.is_timed or self.first.stopped_by == "target"):
                self.reason = self.first.stopped_by
                return
            search = ClusterSearch(self.request, self.incumbent, dispatch, closing=closing)
            with dispatch.listening():
                self.reason = search.run()
        except ClusterLostError as lost:
            warnings.warn(f"{lost}; going on without it", InputWarning, stacklevel=3)
            if self.incumbent is None:
                self.begin(first.ended())
            self._go_on_alone(search.share() if search is not None else 0.0)

    def _go_on_alone(self, begin: float) -> None:
        """What is left, by this process."""
        assert self.incumbent is not None
        begin = min(begin, 0.99)
        config = self.request.config
        if is_annealing(config):
            quick = config.annealing.quick_share
            config = config_between(config, max(begin, quick), 1.0)
        start = Solution(self.incumbent.routes)
        try:
            result = _alone(self.request, start, config)
        except Interrupted as interrupted:
            result = interrupted.result
        self.reason = result.stopped_by
        if result.feasible and not (
            self.incumbent.is_feasible and result.cost >= self.incumbent.cost
        ):
            trace = [*self.incumbent.trace, *result.trace]
            self.incumbent = Incumbent.of(result)
            self.incumbent.trace = trace

    def result(self) -> Result:
        """The result, checked as every other."""
        request, incumbent = self.request, self.incumbent
        assert incumbent is not None
        verdict = check(request.instance, Solution(incumbent.routes))
        if incumbent.is_feasible and not verdict.feasible:
            raise InternalError(f"joined parts are not feasible: {verdict.problems[0]}")
        settings = Settings(request.config, f"{request.settings.reason}; on a cluster")
        return Result(
            instance=request.instance,
            solution=Solution(incumbent.routes, verdict.cost),
            check=verdict,
            method="auto",
            settings=settings,
            seed=request.seed,
            iterations=incumbent.iterations,
            restarts=incumbent.restarts,
            runtime=request.clock.seconds(),
            trace=tuple(incumbent.trace),
            stopped_by=self.reason,
        )


def _alone(
    request: Request, start: Solution | None, config: SearchConfig | Mapping[str, Any] | None
) -> Result:
    """The rest of the time in this process."""
    plan, limits = request.plan, list[Stop](request.plan.callables)
    if plan.seconds is not None:
        limits.append(AfterSeconds(max(0.0, plan.seconds - request.clock.seconds())))
    if plan.iterations is not None:
        limits.append(AfterIterations(plan.iterations))
    if plan.cost is not None:
        limits.append(AtCost(plan.cost))
    return solve(
        request.instance,
        start=start,
        config=config,
        seed=request.seed,
        threads=request.threads,
        observer=request.observer,
        stop=limits,
    )
