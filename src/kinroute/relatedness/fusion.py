"""φ by reciprocal rank fusion of several relatednesses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.relatedness.candidates import IntRows, pair_lengths
from kinroute.relatedness.distance import ByDistance
from kinroute.relatedness.mutual_rank import ByMutualRank
from kinroute.relatedness.nearest import tie_ranks
from kinroute.relatedness.neighbours import Neighbours, Relatedness
from kinroute.relatedness.savings import BySavings

_LEAST_SEEN = 100
_SEEN_BEYOND_K = 60


@dataclass(frozen=True, slots=True)
class ByFusion:
    """The higher the sum of 1 / (damping + rank) over the members, the more related.

    The members are any relatednesses; by default distance, mutual rank and the savings of Clarke
    and Wright. Customers that a member does not list get nothing from it.
    """

    members: tuple[Relatedness, ...] = (ByDistance(), ByMutualRank(), BySavings(1.0))
    damping: float = 60.0

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by the sum of the votes; equal sums go by distance."""
        n = instance.customers
        k = min(k, n - 1)
        seen = min(n - 1, max(_LEAST_SEEN, k + _SEEN_BEYOND_K))
        codes, votes = [], []
        for member in self.members:
            lists = member.neighbours(instance, seen)
            lists.fits(instance)
            rows, places = np.nonzero(lists.ids)
            codes.append(rows * n + lists.ids[rows, places] - 1)
            votes.append(1.0 / (self.damping + 1.0 + places))
        pairs, at = np.unique(np.concatenate(codes), return_inverse=True)
        totals = np.zeros(len(pairs))
        np.add.at(totals, at, np.concatenate(votes))
        return _most_voted(instance, pairs, totals, k)


def _most_voted(instance: Instance, pairs: IntRows, totals: FloatArray, k: int) -> Neighbours:
    """The k best of each customer; pair i n + j is of customers i and j, numbered from 0."""
    n = instance.customers
    rows, others = np.divmod(pairs, n)
    lengths = pair_lengths(instance, rows, others)
    order = np.lexsort((tie_ranks(instance)[others], lengths, -totals, rows))
    rows, others, totals = rows[order], others[order], totals[order]
    place = np.arange(len(rows)) - np.searchsorted(rows, rows)
    is_listed = place < k
    ids, scores = np.zeros((n, k), np.int32), np.zeros((n, k), np.float32)
    ids[rows[is_listed], place[is_listed]] = others[is_listed] + 1
    scores[rows[is_listed], place[is_listed]] = totals[is_listed]
    return Neighbours(ids, scores)
