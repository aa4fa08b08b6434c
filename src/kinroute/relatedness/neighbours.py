"""Relatedness φ(i, j): which customers belong together. The search only ever sees `Neighbours`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from kinroute.errors import RelatednessError
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import IntArray

FloatRows = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """For each customer the customers most related to it, best first.

    `ids` is (n, k): row i − 1 belongs to customer i and holds customers 1 … n; 0 pads a short row.
    """

    ids: IntArray
    scores: FloatRows | None = None

    def __post_init__(self) -> None:
        ids = np.asarray(self.ids)
        if ids.ndim != 2:
            raise RelatednessError(f"neighbours have {ids.ndim} dimensions; they need 2, (n, k)")
        if ids.size and not np.issubdtype(ids.dtype, np.integer):
            raise RelatednessError(f"neighbours hold {ids.dtype}; they must be whole numbers")
        if self.scores is not None:
            _refuse_bad_scores(np.asarray(self.scores), ids.shape)
        if ids.size and (ids.min() < 0 or ids.max() > len(ids)):
            bad = ids[(ids < 0) | (ids > len(ids))][0]
            raise RelatednessError(f"neighbour {bad} is no customer; they are 1 to {len(ids)}")
        object.__setattr__(self, "ids", np.ascontiguousarray(ids, dtype=np.int32))

    def fits(self, instance: Instance) -> None:
        """Raise RelatednessError unless there is one row per customer."""
        if len(self.ids) != instance.customers:
            raise RelatednessError(
                f"neighbours have {len(self.ids)} rows; {instance.name} has "
                f"{instance.customers} customers"
            )

    def first(self, k: int) -> Neighbours:
        """The k most related of each customer."""
        scores = None if self.scores is None else self.scores[:, :k]
        return Neighbours(self.ids[:, :k], scores)


@runtime_checkable
class Relatedness(Protocol):
    """Ranks, for every customer, the customers it belongs with."""

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """For each customer of the instance the (at most) k most related ones."""
        ...


def _refuse_bad_scores(scores: npt.NDArray[np.generic], shape: tuple[int, ...]) -> None:
    if scores.shape != shape:
        raise RelatednessError(f"scores have shape {scores.shape}; the neighbours have {shape}")
    if not np.issubdtype(scores.dtype, np.number) or not np.isfinite(scores).all():
        raise RelatednessError("scores of neighbours must be finite numbers")
