"""φ by scores from elsewhere: an array, a file, or a function of the instance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from kinroute.errors import RelatednessError
from kinroute.io.heatmaps import read_heatmap
from kinroute.problem.instance import Instance
from kinroute.relatedness.folder import HeatmapFolder
from kinroute.relatedness.functions import called
from kinroute.relatedness.nearest import distance_rows, nearest, tie_ranks
from kinroute.relatedness.neighbours import Neighbours, Relatedness

if TYPE_CHECKING:
    from kinroute.relatedness.network import ByNetwork

HeatmapSource = npt.ArrayLike | Neighbours | str | PathLike[str] | HeatmapFolder


@dataclass(frozen=True, slots=True, eq=False)
class ByHeatmap:
    """φ_N: scores from elsewhere; the higher, the more related.

    `source` is one of

    - an array (n, n) over the customers, or (n + 1, n + 1) with the depot first;
    - `Neighbours`;
    - an `.npz` or `.npy` file with such an array, under `heatmap` if there are several, or with
      sparse rows under `ids` and `scores`;
    - a folder of such files, named after their instances;
    - a function of the instance that returns one of these, or its text as `file.py:function`; with
      an attribute `batch` it takes a list of instances and returns a list.

    Equal scores are ordered by distance. The name or file of a model stands for `ByNetwork` of it.
    `seconds` is the time that computing the scores took, where that was done before: a search
    counts it as if it had computed them itself.
    """

    source: HeatmapSource | Callable[[Instance], HeatmapSource]
    seconds: float = 0.0

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by score; calls the function, or runs the network, where there is one."""
        if self.needs_inference:
            return self.inferred(instance).neighbours(instance, k)
        if isinstance(self.source, Neighbours):
            self.source.fits(instance)
            return self.source.first(k)
        if isinstance(self.source, HeatmapFolder):
            return ByHeatmap(self.source.file(instance)).neighbours(instance, k)
        if isinstance(self.source, str | PathLike):
            file = read_heatmap(self.source)
            if file.ids is not None:
                return ByHeatmap(Neighbours(file.ids, file.scores)).neighbours(instance, k)
            return _most_related(instance, file.scores, k, source=str(self.source))
        return _most_related(instance, cast(npt.ArrayLike, self.source), k)

    @property
    def needs_inference(self) -> bool:
        """Whether the scores are still to be computed, by a function or a network."""
        return callable(self.source) or self._resolved() is not self

    def inferred(
        self, instance: Instance, *, threads: int = 1, seconds: float | None = None
    ) -> ByHeatmap:
        """The same with the scores of one instance computed.

        Raises `ConfigError` where a network would take longer than `seconds`.
        """
        if callable(self.source):
            computed = ByHeatmap(called(self.source, [instance])[0])
            return computed.inferred(instance, threads=threads, seconds=seconds)
        if not self.needs_inference:
            return self
        return self._resolved().inferred(instance, threads=threads, seconds=seconds)

    def _resolved(self) -> ByHeatmap | ByNetwork:
        from kinroute.relatedness.network import heatmap_or_network  # which builds on this module

        return heatmap_or_network(self)


@dataclass(frozen=True, slots=True, eq=False)
class WithNearest:
    """Half of each list by another relatedness, the rest by distance (the paper's N rule)."""

    inner: Relatedness

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        k = min(k, instance.customers - 1)
        related = self.inner.neighbours(instance, k // 2).ids
        near, _ = nearest(instance, k)
        both = np.concatenate((related, near), axis=1)
        rows = np.zeros((instance.customers, k), np.int32)
        for row, candidates in zip(rows, both.tolist(), strict=True):
            distinct = list(dict.fromkeys(c for c in candidates if c > 0))[:k]
            row[: len(distinct)] = distinct
        return Neighbours(rows)


def _most_related(
    instance: Instance, scores: npt.ArrayLike, k: int, *, source: str | None = None
) -> Neighbours:
    n = instance.customers
    try:
        heat = np.asarray(scores)
    except ValueError:
        raise RelatednessError("heatmap has rows of different lengths", source=source) from None
    if heat.shape not in ((n, n), (n + 1, n + 1)):
        raise RelatednessError(
            f"heatmap has shape {heat.shape}; {instance.name} needs ({n}, {n}), or "
            f"({n + 1}, {n + 1}) with the depot first",
            source=source,
        )
    if not np.issubdtype(heat.dtype, np.number) or np.iscomplexobj(heat):
        raise RelatednessError(f"heatmap holds {heat.dtype}, not real numbers", source=source)
    if not np.isfinite(heat).all():
        row, column = np.argwhere(~np.isfinite(heat))[0]
        raise RelatednessError(
            f"heatmap entry ({row}, {column}) is {heat[row, column]}; scores must be finite",
            source=source,
        )
    heat = heat[-n:, -n:]
    k = min(k, n - 1)
    ranks, order_of = tie_ranks(instance), distance_rows(instance)
    ids = np.empty((n, k), np.int32)
    kept = np.empty((n, k), np.float32)
    for i in range(n) if k else ():
        row = -heat[i].astype(np.float64)
        row[i] = np.inf
        close = np.flatnonzero(row <= np.partition(row, k - 1)[k - 1])
        order = np.lexsort((ranks[close], order_of(i)[close], row[close]))[:k]
        ids[i], kept[i] = close[order] + 1, -row[close[order]]
    return Neighbours(ids, kept)
