"""The looks of a sequential design: when a campaign is judged, and at which error rate.

The error rate is spent over the looks in proportion 1 : 2 : 3 …, and a look never spends that of
another one. By the union bound the whole design errs at most as often as a single look at 5 %
would.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kinroute.bench.statistics import SIGNIFICANT


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One judgement of a campaign."""

    instances: frozenset[str]
    """The digests of the instances that it is based on."""
    alpha: float
    """The part of the error rate that it spends."""


def looks(counts: Sequence[int], digests: Iterable[str]) -> list[Look]:
    """The looks at so many instances, the last of them at all; without counts a single one.

    Digests are hashes, so their order is a random order of the instances.
    """
    order = sorted(digests)
    sizes = [*(count for count in counts if count < len(order)), len(order)]
    shares = sum(range(1, len(sizes) + 1))
    return [
        Look(instances=frozenset(order[:size]), alpha=SIGNIFICANT * (k + 1) / shares)
        for k, size in enumerate(sizes)
    ]
