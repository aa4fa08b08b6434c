"""`kinroute.solve`: from an instance to a checked result."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from os import PathLike
from typing import Any, cast

from kinroute import _core
from kinroute.errors import ConfigError, InternalError, Interrupted
from kinroute.problem.instance import Instance
from kinroute.problem.validation import LARGEST_DISTANCE
from kinroute.search import exact
from kinroute.search.auto import Settings, chosen_settings
from kinroute.search.bridge import Search, seed_number
from kinroute.search.clock import Clock
from kinroute.search.config import SearchConfig, thread_count
from kinroute.search.core_problem import CoreProblem, core_problem
from kinroute.search.methods import method_named
from kinroute.search.pause import Pause
from kinroute.search.progress import Observer
from kinroute.search.spatial_order import SpatialOrder
from kinroute.search.steering import (
    CrossoverLike,
    HeatmapLike,
    ListKind,
    RelatednessLike,
    steering,
)
from kinroute.search.stop import Stop, StopReason, stop_plan
from kinroute.solution import Solution
from kinroute.solution.check import Check, check
from kinroute.solution.plans.locked import solve_locked
from kinroute.solution.plans.start import Start, start_from
from kinroute.solution.result import Improvement, Result

log = logging.getLogger("kinroute")

_ROUNDING = 1e-5
"""By how much, relative to a limit, the core may err with many rounded arcs."""


def solve(
    instance: Instance,
    *,
    method: str = "auto",
    local_search: RelatednessLike | None = None,
    crossover: CrossoverLike | None = None,
    heatmap: HeatmapLike | None = None,
    stop: Stop | Iterable[Stop] | None = None,
    seed: int = 1,
    start: Solution | Start | str | PathLike[str] | None = None,
    lock: str | Iterable[str] = (),
    observer: Observer | None = None,
    pause: Pause | None = None,
    granularity: int | None = None,
    config: SearchConfig | Mapping[str, Any] | None = None,
    threads: int = 1,
    optimistic: bool = False,
    neighbours: ListKind = "mixed",
) -> Result:
    """Search for the cheapest feasible routes, and return the best ones found.

    `method` names how relatedness steers the search: "auto", or the paper's "D-O", "D-D", "D-N",
    "N-O", "N-D", "N-N" (the N methods use a `heatmap`: scores, a network by name or file, a folder
    of scores or a function as "file.py:function"; by default the network that ships).
    `local_search` and `crossover` replace its choice, each by a name of
    `kinroute.relatedness.named` ("distance", "fusion", ...), "heatmap", "oracle:FILE.sol", a
    `Relatedness`, `Neighbours`, or an array of scores; `crossover` also by "ox", "fragment" or
    "fragment_random". By a heatmap, half of a list of the local search goes by heat and the rest
    by distance, as in the paper; with `neighbours` "pure" all of it goes by heat.

    `stop` defines when to end: seconds, a rule of `kinroute.search.stop`, a function of the
    `Progress`, or several of these; without it the time grows with the number of customers.
    `start` is a solution for a warm start, or the file of one: a `.sol`, or an export (.csv, .json,
    .xlsx, .geojson) of another day's plan, which is matched by the names of its stops; the result
    is never worse than a feasible start. `lock` keeps routes of it ("2"), or the first stops of
    routes ("2:5"), as they are. `observer` is called with the
    `Progress` about twenty times a second; the search waits for it, and its time counts. A
    `pause` holds the search up on request, without its time.

    `config` replaces the method's settings: all of them, or
    those that a mapping names, nested as `SearchConfig` is; `granularity` (Γ) is short for the one
    that is changed most. Several `threads` run as many cooperating searches, which share their
    solutions; the same seed, threads and iterations give the same routes; iterations are counted
    over all of them.

    Inference counts as wall time on either clock, waiting included; `optimistic` leaves it out.

    Up to eight customers all routes are tried: `auto` returns the optimum at once; every other
    method, and `auto` with a `config`, starts from it.

    The search releases the GIL. Ctrl-C ends it with `Interrupted`, which carries the best result.
    `feasible` of a result is False if it violates a limit; an instance that is proved infeasible is
    refused by `Instance`.
    """
    settings_of_locked = {
        name: value for name, value in locals().items() if name not in ("instance", "start", "lock")
    }
    clock = Clock.started_now()
    begun = _warm_start(instance, start, (lock,) if isinstance(lock, str) else tuple(lock))
    if begun is not None and begun.is_locked:
        return solve_locked(instance, begun, solve, settings_of_locked)
    first = None if begun is None else begun.solution
    named, seed = method_named(method), seed_number(seed)
    plan = stop_plan(stop, instance.customers, threads=thread_count(threads))
    settings = chosen_settings(named, instance, plan, config=config, granularity=granularity)
    lists = steering(
        instance,
        named,
        config=settings.config,
        local_search=local_search,
        crossover=crossover,
        heatmap=heatmap,
        neighbours=neighbours,
        threads=threads,
        seconds=None if optimistic else plan.shortest_seconds,
    )
    clock = clock.without(lists.inference) if optimistic else clock.beside(lists.beside)
    if instance.customers <= exact.MOST_CUSTOMERS and instance.stop_counts is None:
        first = exact.optimal_solution(instance)
        if named.name == "auto" and config is None:
            return _optimum(instance, first, settings, seed, clock)
    order = SpatialOrder.of(instance)
    core = core_problem(instance, routes=len(first.routes) if first else 0, order=order)
    search = Search(
        core=core,
        order=order,
        steering=lists,
        config=settings.config,
        plan=plan,
        seed=seed,
        clock=clock,
        start=first,
        observer=observer,
        pause=pause,
        threads=threads,
    )
    lead = clock.seconds()
    outcome = search.run()
    solution, verdict = _checked(instance, outcome, core, order)
    trace = _trace(outcome, core, lead, is_feasible=verdict.feasible)
    if first is not None and _is_better(own := check(instance, Solution(first.routes)), verdict):
        # Possible where the core cannot count finely enough to see it.
        solution, verdict = Solution(first.routes, own.cost), own
        trace = (Improvement(lead, own.cost, 0),)
    result = Result(
        instance=instance,
        solution=solution,
        check=verdict,
        method=named.name,
        settings=settings,
        seed=seed,
        iterations=outcome.iterations,
        restarts=outcome.restarts,
        runtime=clock.seconds() - outcome.paused,
        inference=lists.inference.wall + lists.beside.wall,
        trace=trace,
        stopped_by=cast(StopReason, outcome.reason),
    )
    log.info("%s: cost %s, stopped by %s", instance.name, result.cost, result.stopped_by)
    if result.stopped_by == "interrupted":
        raise Interrupted(result)
    return result


def _optimum(
    instance: Instance, solution: Solution, settings: Settings, seed: int, clock: Clock
) -> Result:
    """The result of trying all routes; raises InternalError if the checker disagrees."""
    verdict = check(instance, solution)
    if not verdict.feasible:
        raise InternalError(f"the core calls feasible what is not: {verdict.problems[0]}")
    seconds = clock.seconds()
    return Result(
        instance=instance,
        solution=Solution(solution.routes, verdict.cost),
        check=verdict,
        method="auto",
        settings=settings,
        seed=seed,
        iterations=0,
        restarts=0,
        runtime=seconds,
        trace=(Improvement(seconds, verdict.cost, 0),),
        stopped_by="optimal",
    )


def _warm_start(
    instance: Instance, start: Solution | Start | str | PathLike[str] | None, lock: tuple[str, ...]
) -> Start | None:
    """The warm start, which visits every customer once; it may violate limits."""
    if start is None:
        if lock:
            raise ConfigError(f"lock {lock[0]!r} needs a start, whose stops are locked")
        return None
    return start if isinstance(start, Start) else start_from(start, instance, lock)


def _checked(
    instance: Instance, outcome: _core.Outcome, core: CoreProblem, order: SpatialOrder
) -> tuple[Solution, Check]:
    """The solution with its true cost, checked; raises InternalError if the core was wrong."""
    routes = order.from_core(outcome.routes)
    verdict = check(instance, Solution(routes))
    is_feasible = outcome.excess_load == 0 and outcome.excess_limits == 0
    if is_feasible and not verdict.feasible and not _is_excusable(instance, verdict):
        raise InternalError(f"the core calls feasible what is not: {verdict.problems[0]}")
    if _is_counted(instance, core, routes):
        # Half a unit per arc, and one per route, whose cost is rounded to an even number.
        arcs = instance.customers + 3 * len(outcome.routes)
        rounding_error = 0.5 * arcs / core.cost_scale + 1e-9 * abs(verdict.cost)
        if abs(core.cost(outcome.cost) - verdict.cost) > rounding_error:
            raise InternalError(
                f"the core counts {core.cost(outcome.cost)}, the checker {verdict.cost}"
            )
    return Solution(routes, verdict.cost), verdict


def _trace(
    outcome: _core.Outcome, core: CoreProblem, lead: float, *, is_feasible: bool
) -> tuple[Improvement, ...]:
    """The improvements of the best feasible solution; not those with an arc that is cut off."""
    if core.has_cut_off_arcs and not is_feasible:
        return ()
    most = outcome.cost + LARGEST_DISTANCE / 2 if core.has_cut_off_arcs else math.inf
    return tuple(
        Improvement(lead + seconds, core.cost(cost), iterations)
        for seconds, iterations, cost in outcome.trace
        if cost < most
    )


def _is_better(start: Check, found: Check) -> bool:
    return start.feasible and (not found.feasible or start.cost < found.cost)


def _is_excusable(instance: Instance, verdict: Check) -> bool:
    """Whether the core could not know better.

    It uses a forbidden arc where it finds no way around it, and its rounding errors may exceed the
    checker's tolerance on very long routes.
    """
    if any(map(math.isinf, (*verdict.distances, *(verdict.durations or ())))):
        return True
    ratios = [load / instance.capacity for load in verdict.loads]
    ratios += [duration / instance.max_duration for duration in verdict.durations or ()]
    ratios += [distance / instance.max_distance for distance in verdict.distances]
    return all(ratio <= 1 + _ROUNDING for ratio in ratios)


def _is_counted(instance: Instance, core: CoreProblem, routes: Iterable[Iterable[int]]) -> bool:
    """Whether the core counts all of these arcs in full: not those that are cut off."""
    if not core.has_cut_off_arcs:
        return True
    largest = 0.999 * LARGEST_DISTANCE / core.cost_scale
    if instance.fixed_cost > 0.25 * largest:
        return False
    nodes = ((0, *route, 0) for route in routes)
    return all(_arc_cost(instance, i, j) < largest for stops in nodes for i, j in pairwise(stops))


def _arc_cost(instance: Instance, i: int, j: int) -> float:
    if instance.open_routes and j == 0:
        return 0.0
    distance, duration = instance.distance(i, j), instance.duration(i, j)
    return math.inf if instance.is_forbidden(i, j) else instance.cost(distance, duration, 0)
