"""The neighbour lists that steer a search, from the relatedness that the user gave."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from kinroute.errors import ConfigError, RelatednessError
from kinroute.problem.instance import Instance
from kinroute.relatedness.distance import ByDistance
from kinroute.relatedness.heatmap import ByHeatmap, HeatmapSource, WithNearest
from kinroute.relatedness.named import NAMED, named
from kinroute.relatedness.neighbours import Neighbours, Relatedness
from kinroute.relatedness.network import ByNetwork, heatmap_or_network
from kinroute.relatedness.stopwatch import Stopwatch
from kinroute.search.clock import Clock, Spent
from kinroute.search.config import SearchConfig
from kinroute.search.methods import BY_RELATEDNESS, CROSSOVERS, Method

RelatednessLike = Relatedness | Neighbours | npt.NDArray[np.generic] | str
"""A relatedness, ready lists, an array of scores (n, n) or (n + 1, n + 1), or a name."""

CrossoverLike = RelatednessLike
"""The same, or the name of a crossover of the core."""
HeatmapLike = ByHeatmap | ByNetwork | HeatmapSource | Callable[[Instance], HeatmapSource]

ListKind = Literal["mixed", "pure"]
"""Of the local search's lists by a heatmap: half of each by heat and the rest by distance, as in
the paper, or all by heat."""

DEFAULT_MODEL = "light-2"
"""The network of the N methods where no heatmap is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Steering:
    """The neighbour lists of each operator, and the kind of crossover."""

    local_search: Neighbours
    crossover: Neighbours
    ruin: Neighbours
    """Which customers are taken out together, and where they may go back."""
    kind: str
    inference: Spent
    """Time of a network, or a function, for its scores, as far as this thread spent it."""
    beside: Spent
    """What is charged besides: processor time for waiting and for other threads, and the time of
    scores that were computed before."""


def steering(
    instance: Instance,
    method: Method,
    *,
    config: SearchConfig,
    local_search: RelatednessLike | None = None,
    crossover: CrossoverLike | None = None,
    heatmap: HeatmapLike | None = None,
    neighbours: ListKind = "mixed",
    threads: int = 1,
    seconds: float | None = None,
) -> Steering:
    """Infer the neighbour lists by the method's relatedness, or by the one given instead.

    `neighbours` is "mixed", where heat fills half of a local search list and distance the rest, or
    "pure". A network that needs more than `seconds` is refused.
    """
    if neighbours not in get_args(ListKind):
        raise ConfigError(f"neighbours = {neighbours!r}; use 'mixed' or 'pure'")
    inferred = _Inference(instance, threads, seconds)
    by_search = _relatedness(
        method.local_search if local_search is None else local_search, heatmap, method
    )
    if isinstance(by_search, ByHeatmap | ByNetwork):
        by_search = inferred(by_search)
        if neighbours == "mixed":
            # Scores alone may miss near customers: the paper fills half of the list by distance.
            by_search = WithNearest(by_search)
    kind, by_crossover = _crossover(
        method.crossover if crossover is None else crossover, heatmap, method
    )
    if isinstance(by_crossover, ByHeatmap | ByNetwork):
        by_crossover = inferred(by_crossover)
    searched, ruin = _search_lists(by_search, instance, config)
    if kind == "ox" or by_crossover == by_search:
        crossed = searched
    else:
        crossed = _neighbours(by_crossover, instance, config.granularity)
    return Steering(
        local_search=searched,
        crossover=crossed,
        ruin=ruin,
        kind=kind,
        inference=inferred.spent,
        beside=inferred.beside,
    )


class _Inference:
    """Runs every network once, however many lists need its heatmap, and measures the time."""

    def __init__(self, instance: Instance, threads: int, seconds: float | None) -> None:
        self._instance, self._threads, self._seconds = instance, threads, seconds
        self._known: dict[object, ByHeatmap | ByNetwork] = {}
        self.spent = self.beside = Spent()

    def __call__(self, related: ByHeatmap | ByNetwork) -> ByHeatmap | ByNetwork:
        function = None if isinstance(related, ByNetwork) else related.source
        key = function if callable(function) else related
        if key not in self._known:
            self._known[key] = self._inferred(related) if related.needs_inference else related
            if isinstance(related, ByHeatmap) and related.seconds:
                self.beside += Spent(related.seconds, related.seconds)
        return self._known[key]

    def _inferred(self, related: ByHeatmap | ByNetwork) -> ByHeatmap:
        """Waiting counts as processor time: a network that is served is not free."""
        clock, watch, everywhere = Clock.started_now(), Stopwatch.started_now(), time.process_time()
        found = related.inferred(self._instance, threads=self._threads, seconds=self._seconds)
        self.spent += (spent := clock.spent())
        of_all_threads = time.process_time() - everywhere
        is_function = isinstance(related, ByHeatmap) and callable(related.source)
        charged = max(watch.seconds(), of_all_threads if is_function else 0.0)
        self.beside += Spent(cpu=max(0.0, charged - spent.cpu))
        return found


def _search_lists(
    related: Relatedness | Neighbours, instance: Instance, config: SearchConfig
) -> tuple[Neighbours, Neighbours]:
    """The lists of the local search, and those of ruin and recreate where it is used."""
    if not config.annealing.solutions:
        lists = _neighbours(related, instance, config.granularity)
        return lists, lists
    wide = _neighbours(related, instance, max(config.granularity, config.ruin.granularity))
    if isinstance(related, ByDistance):  # the nearest few are the first of the nearest many
        return wide.first(config.granularity), wide.first(config.ruin.granularity)
    return _neighbours(related, instance, config.granularity), wide


def _crossover(
    given: CrossoverLike, heatmap: HeatmapLike | None, method: Method
) -> tuple[str, Relatedness | Neighbours]:
    if isinstance(given, str) and given.lower() in CROSSOVERS:
        return given.lower(), ByDistance()
    return BY_RELATEDNESS, _relatedness(given, heatmap, method)


def _relatedness(
    given: RelatednessLike, heatmap: HeatmapLike | None, method: Method
) -> Relatedness | Neighbours:
    if isinstance(given, ByHeatmap | np.ndarray):
        return heatmap_or_network(given)
    if isinstance(given, Neighbours | Relatedness):
        return given
    if isinstance(given, str) and (related := named(given)) is not None:
        return related
    if isinstance(given, str) and given.lower() == "heatmap":
        return heatmap_or_network(DEFAULT_MODEL if heatmap is None else heatmap)
    known = ", ".join(f"'{name}'" for name in NAMED)
    raise ConfigError(
        f"relatedness {given!r} is unknown; use {known}, 'heatmap', 'oracle:FILE.sol', a "
        "Relatedness, Neighbours or an array of scores, and for the crossover also "
        + ", ".join(f"'{name}'" for name in CROSSOVERS)
    )


def _neighbours(related: Relatedness | Neighbours, instance: Instance, k: int) -> Neighbours:
    if isinstance(related, Relatedness):
        lists = related.neighbours(instance, k)
        if not isinstance(lists, Neighbours):
            who, what = type(related).__name__, type(lists).__name__
            raise RelatednessError(f"{who} returned {what}; it must return Neighbours")
        related = lists
    related.fits(instance)
    return related
