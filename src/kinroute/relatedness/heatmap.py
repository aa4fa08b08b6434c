"""φ by scores from elsewhere: a heatmap, a function, a network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TypeGuard, cast

import numpy as np
import numpy.typing as npt

from kinroute.errors import RelatednessError
from kinroute.io.heatmaps import read_heatmap
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import distance_rows, nearest, tie_ranks
from kinroute.relatedness.neighbours import Neighbours, Relatedness

HeatmapSource = npt.ArrayLike | Neighbours | str | PathLike[str]


@dataclass(frozen=True, slots=True, eq=False)
class ByHeatmap:
    """φ_N: scores from elsewhere, such as a network's heatmap; the higher, the more related.

    The scores are an array (n, n) over the customers, or (n + 1, n + 1) with the depot first, or
    an `.npz` file with such an array under `heatmap`, or with sparse rows under `ids` and `scores`,
    or come from a network: the name of a model, such as "light-2", or its `.safetensors` file; or
    a function makes one of these for an instance. Equal scores are ordered by distance.
    """

    source: HeatmapSource | Callable[[Instance], HeatmapSource]

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        if self.is_asked:
            return self.inferred(instance).neighbours(instance, k)
        if isinstance(self.source, Neighbours):
            self.source.fits(instance)
            return self.source.first(k)
        if isinstance(self.source, str | PathLike):
            file = read_heatmap(self.source)
            if file.ids is not None:
                return ByHeatmap(Neighbours(file.ids, file.scores)).neighbours(instance, k)
            return _most_related(instance, file.scores, k, source=str(self.source))
        return _most_related(instance, cast(npt.ArrayLike, self.source), k)

    @property
    def is_asked(self) -> bool:
        """Whether the scores are yet to be made, by a network or a function."""
        return callable(self.source) or names_network(self.source)

    def inferred(
        self, instance: Instance, *, threads: int = 1, seconds: float | None = None
    ) -> ByHeatmap:
        """The same with ready scores for one instance, made in at most so many `seconds`."""
        if callable(self.source):
            made = ByHeatmap(self.source(instance))
            return made.inferred(instance, threads=threads, seconds=seconds)
        if not names_network(self.source):
            return self
        from kinroute.neural.heat import heat_lists
        from kinroute.neural.models import model

        asked = model(self.source)
        return ByHeatmap(heat_lists(instance, asked, threads=threads, seconds=seconds))


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


def names_network(source: object) -> TypeGuard[str | PathLike[str]]:
    """Whether the source of a heatmap names a network, rather than being or holding scores."""
    if not isinstance(source, str | PathLike):
        return False
    path = Path(source)
    if path.suffix in (".npz", ".npy"):
        return False
    return path.suffix == ".safetensors" or path.is_dir() or not path.exists()


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
