"""The progress of a solve on a cluster: who does what."""

from __future__ import annotations

from dataclasses import dataclass

from kinroute.search.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """What a worker is doing."""

    worker: str
    customers: int
    """Of its part, or all of them."""
    cost_change: float
    """Of its part in this round so far, 0 or below."""
    is_done: bool
    """Whether it waits for the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterProgress(Progress):
    """The state of a solve on a cluster.

    `best_cost` counts what workers have reported since the round began; `routes` are those that the
    client has.
    """

    round: int
    """From 1 on."""
    rounds: int
    exchange: str
    """"parts" or "islands"."""
    activities: tuple[Activity, ...]
    """One for each search of the round; none while there is no worker."""
