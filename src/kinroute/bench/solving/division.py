"""Divides the routes of a solution into groups of neighbouring ones, as many as are wanted.

As `cpp/kinroute/annealing/decomposition.h` does it for parts of a given size: recursively along
random directions, so that every round has other borders.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kinroute.problem.geometry import FloatArray

Route = Sequence[int]


def divided(
    routes: Sequence[Route], positions: FloatArray, groups: int, rng: np.random.Generator
) -> list[list[Route]]:
    """So many groups with about as many customers each; one per route where there are fewer.

    `positions` are those of all nodes, the depot first.
    """
    full = [route for route in routes if route]
    centres = np.array([positions[list(route)].mean(axis=0) for route in full])
    sizes = np.array([len(route) for route in full])

    def groups_of(members: np.ndarray, count: int) -> list[list[int]]:
        if count == 1:
            return [members.tolist()]
        angle = 2 * math.pi * rng.random()
        along = centres[members] @ (math.cos(angle), math.sin(angle))
        members = members[np.argsort(along, kind="stable")]
        first = count // 2
        before = np.cumsum(sizes[members])
        cut = int(np.searchsorted(before, before[-1] * first / count)) + 1
        cut = min(max(cut, first), len(members) - (count - first))
        return groups_of(members[:cut], first) + groups_of(members[cut:], count - first)

    count = max(1, min(groups, len(full)))
    return [[full[r] for r in group] for group in groups_of(np.arange(len(full)), count)]


def shared_out(vehicles: int | None, groups: Sequence[Sequence[Route]]) -> list[int | None]:
    """The bound on the routes of each group: its own routes, and its share of the spare ones."""
    if vehicles is None:
        return [None] * len(groups)
    spare = vehicles - sum(map(len, groups))
    each, left = divmod(spare, len(groups))
    return [len(group) + each + (k < left) for k, group in enumerate(groups)]
