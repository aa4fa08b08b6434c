"""Locked stops as one customer each, so that any search keeps them together.

A chain p1 ... pk that must begin its route becomes one customer P:

    depot -> p1 -> ... -> pk -> j     is     depot -> P -> j

The arc to P is as long as the way from the depot through the chain, every other arc to P is
forbidden, and arcs from P are those from pk. Where nothing may follow, those are forbidden too,
except to the depot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kinroute.errors import ConfigError
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.legs import distances_from, durations_from
from kinroute.solution import Solution
from kinroute.solution.check import check

Chain = tuple[int, ...]

_MOST_CUSTOMERS = 8_000  # with more, the matrices do not fit common memories


@dataclass(frozen=True, slots=True, kw_only=True)
class Contraction:
    """An instance with locked stops, and the one without them that stands for it."""

    original: Instance
    instance: Instance
    members: tuple[Chain, ...]
    """The original customers of each customer: one, or a chain."""

    def contracted(self, solution: Solution) -> Solution:
        """A solution of the original, whose routes have the chains, with a customer for each."""
        first = {chain[0]: (number, len(chain)) for number, chain in enumerate(self.members, 1)}
        routes = []
        for route in solution.routes:
            customers, at = [], 0
            while at < len(route):
                number, length = first[route[at]]
                assert route[at : at + length] == self.members[number - 1]
                customers.append(number)
                at += length
            routes.append(customers)
        return Solution(routes, solution.cost)

    def expanded(self, solution: Solution) -> Solution:
        """A solution of the original from one with a customer for each chain."""
        routes = [
            [customer for number in route for customer in self.members[number - 1]]
            for route in solution.routes
        ]
        return Solution(routes, solution.cost)


def contract(
    instance: Instance, *, chains: Iterable[Chain] = (), closed: Iterable[Chain] = ()
) -> Contraction:
    """Contract chains that must begin a route, and those that must be all of it.

    Raises ConfigError where a chain violates a limit by itself.
    """
    opened, whole = tuple(chains), tuple(closed)
    _refuse_what_cannot_stay(instance, [*opened, *whole])
    members = _members(instance, [*opened, *whole])
    numbers = {chain: number for number, chain in enumerate(members, 1)}
    firsts = np.array([0, *(chain[0] for chain in members)])
    lasts = np.array([0, *(chain[-1] for chain in members)])
    locked = [numbers[chain] for chain in (*opened, *whole)]
    ended = [numbers[chain] for chain in whole]

    def matrix(rows: Iterable[FloatArray], lengths: Sequence[float]) -> FloatArray:
        found = np.stack([row[firsts] for row in rows])
        found[1:, locked] = math.inf
        found[np.ix_(ended, range(1, len(firsts)))] = math.inf
        found[0, 1:] += lengths
        np.fill_diagonal(found, 0.0)
        return found

    distances = matrix(
        (distances_from(instance, int(node)) for node in lasts),
        [_along(chain, instance.distance) for chain in members],
    )
    durations = None
    if _needs_times(instance):
        durations = matrix(
            (durations_from(instance, int(node)) for node in lasts),
            [_along(chain, instance.duration) for chain in members],
        )
    return Contraction(
        original=instance,
        instance=_derived(instance, members, distances, durations, lasts),
        members=members,
    )


def _derived(
    instance: Instance,
    members: tuple[Chain, ...],
    distances: FloatArray,
    durations: FloatArray | None,
    lasts: np.ndarray[tuple[int], np.dtype[np.intp]],
) -> Instance:
    def sums(values: FloatArray) -> list[float]:
        return [math.fsum(float(values[c - 1]) for c in chain) for chain in members]

    has_chains = instance.max_stops is not None and any(len(chain) > 1 for chain in members)
    return instance.with_changes(
        demands=sums(instance.demands),
        service=0.0 if durations is None else sums(instance.service),
        coordinates=instance.positions()[lasts],
        metric="matrix",
        rounding="none",
        distances=distances,
        durations=durations,
        speed=None,
        names=[_name(instance, chain) for chain in members],
        attributes=None,
        stop_counts=[len(chain) for chain in members] if has_chains else None,
    )


def _members(instance: Instance, chains: Sequence[Chain]) -> tuple[Chain, ...]:
    """Every customer in its own order, a chain in the place of its first."""
    starts = {chain[0]: chain for chain in chains}
    inner = {customer for chain in chains for customer in chain[1:]}
    found = tuple(
        starts.get(customer, (customer,))
        for customer in range(1, instance.customers + 1)
        if customer not in inner
    )
    if len(found) > _MOST_CUSTOMERS:
        raise ConfigError(
            f"locks need a matrix of all distances, which is too large for {len(found)} customers; "
            f"at most {_MOST_CUSTOMERS} are allowed"
        )
    return found


def _refuse_what_cannot_stay(instance: Instance, chains: Sequence[Chain]) -> None:
    for chain in chains:
        verdict = check(instance, Solution([chain]))
        for problem in verdict.problems:
            if problem.startswith("route 1 "):
                raise ConfigError(
                    f"what is locked from {instance.customer_text(chain[0])} to "
                    f"{instance.customer_text(chain[-1])} {problem.removeprefix('route 1 ')}"
                )
    if len(chains) > (instance.vehicles or math.inf):
        raise ConfigError(
            f"{len(chains)} routes are locked, but there are {instance.vehicles} vehicles"
        )


def _along(chain: Chain, between: object) -> float:
    return math.fsum(between(i, j) for i, j in pairwise(chain))  # type: ignore[operator]


def _needs_times(instance: Instance) -> bool:
    """Whether travel times change anything about a solution."""
    if instance.durations is not None:
        return True
    return math.isfinite(instance.max_duration) or instance.duration_cost > 0


def _name(instance: Instance, chain: Chain) -> str:
    texts = [instance.names[c - 1] if instance.names else str(c) for c in chain]
    return texts[0] if len(texts) == 1 else f"{texts[0]} … {texts[-1]}"
