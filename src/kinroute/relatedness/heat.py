"""Heat that was computed once: the lists of an instance, and the time that inference took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from kinroute.problem.instance import Instance
from kinroute.relatedness.functions import NamedFunction
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.neighbours import Neighbours
from kinroute.relatedness.network import ByNetwork
from kinroute.relatedness.stopwatch import Stopwatch

_warm: set[NamedFunction] = set()
"""Functions that this process has called before."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Heat:
    """The scores of one instance, with the measured time of their inference."""

    lists: Neighbours
    width: int
    """How many customers of a list may be requested."""
    wall: float
    """Seconds, waiting included, but not for processors that others use."""
    cpu: float = 0.0
    """Seconds of processor time in all threads of a function."""

    def charged(self, clock: str) -> ByHeatmap:
        """The heatmap that charges a search for its inference, by the clock "cpu" or "wall"."""
        seconds = self.wall if clock == "wall" else max(self.wall, self.cpu)
        return ByHeatmap(self.lists, seconds=seconds)


def measured(
    related: ByHeatmap | ByNetwork, instance: Instance, k: int, *, seconds: float | None = None
) -> Heat:
    """Compute the heat of an instance, for lists of up to k customers.

    Raises `ConfigError` where a network would take longer than `seconds`.
    """
    function = related.source if isinstance(related, ByHeatmap) else None
    if isinstance(function, NamedFunction):
        return measured_batch(function, [instance], k)[0]
    if isinstance(related, ByNetwork):
        related.load()  # which is not inference
    watch = Stopwatch.started_now()
    found = related.inferred(instance, seconds=seconds)
    return _heat(found, instance, k, wall=watch.seconds())


def measured_batch(function: NamedFunction, instances: Sequence[Instance], k: int) -> list[Heat]:
    """Compute the heat of several instances by one call; each has its share of the time.

    The first call of a process is repeated: what loading a network takes is not inference.
    """
    if function not in _warm:
        function.scores(instances)
        _warm.add(function)
    watch, cpu = Stopwatch.started_now(), time.process_time()
    found = function.scores(instances)
    wall, cpu = watch.seconds(), time.process_time() - cpu
    share = len(instances)
    return [
        _heat(ByHeatmap(scores), instance, k, wall=wall / share, cpu=cpu / share)
        for scores, instance in zip(found, instances, strict=True)
    ]


def _heat(found: ByHeatmap, instance: Instance, k: int, *, wall: float, cpu: float = 0.0) -> Heat:
    if isinstance(found.source, Neighbours):  # all that there is
        found.source.fits(instance)
        return Heat(lists=found.source, width=instance.customers, wall=wall, cpu=cpu)
    k = min(k, instance.customers - 1)
    return Heat(lists=found.neighbours(instance, k), width=k, wall=wall, cpu=cpu)
