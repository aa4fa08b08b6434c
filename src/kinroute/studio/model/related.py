"""The customers most related to one, under each relatedness, and which links routes use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kinroute.plot.related import require_customer
from kinroute.problem.instance import Instance
from kinroute.relatedness.named import NAMED
from kinroute.relatedness.neighbours import Neighbours, Relatedness
from kinroute.relatedness.network import ByNetwork
from kinroute.search.steering import DEFAULT_MODEL
from kinroute.studio.model.settings import SearchSettings

_LONGEST_LIST = 20
_MOST_FOR_NETWORK = 1_000
"""Customers up to which a network answers within a second or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """The list of one customer under one relatedness, best first."""

    name: str
    customers: tuple[int, ...]
    used: frozenset[int]
    """Those of them that are beside the customer on its route."""


class RelatedLists:
    """Neighbour lists of one instance, each computed when it is first wanted."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._lists: dict[Relatedness, Neighbours] = {}
        self._network: tuple[str, Relatedness] = DEFAULT_MODEL, ByNetwork(DEFAULT_MODEL)

    def choose(self, settings: SearchSettings) -> None:
        """Show the network, or the heatmap, of a search, instead of the default network."""
        if settings.scores is not None:
            self._network = settings.scores.name, settings.scores.related
        else:
            name = settings.model or DEFAULT_MODEL
            self._network = name, ByNetwork(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The relatednesses that can be shown for this instance."""
        name, related = self._network
        is_slow = isinstance(related, ByNetwork) and self._instance.customers > _MOST_FOR_NETWORK
        return tuple(NAMED) if is_slow else tuple(dict.fromkeys((*NAMED, name)))

    def of(
        self, name: str, customer: int, routes: Sequence[Sequence[int]] = (), *, count: int = 10
    ) -> Related:
        """The most related customers of one."""
        require_customer(self._instance, customer)
        row = self._neighbours(name).ids[customer - 1][:count].tolist()
        found = tuple(other for other in row if other > 0)
        return Related(
            name=name,
            customers=found,
            used=frozenset(beside(customer, routes)).intersection(found),
        )

    def _neighbours(self, name: str) -> Neighbours:
        related = NAMED[name]() if name in NAMED else self._network[1]
        if related not in self._lists:
            k = min(_LONGEST_LIST, self._instance.customers - 1)
            self._lists[related] = related.neighbours(self._instance, max(1, k))
        return self._lists[related]


def beside(customer: int, routes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The customers before and after one on its route."""
    for route in routes:
        if customer in route:
            place = list(route).index(customer)
            return tuple(
                c for c in (*route[max(0, place - 1) : place], *route[place + 1 : place + 2])
            )
    return ()
