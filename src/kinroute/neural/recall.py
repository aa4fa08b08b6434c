"""Recall of a relatedness: the share of a good solution's edges in its lists, at equal list size.

The local search symmetrises lists (j is in the list of i when i is in that of j), so lists that
agree less with one another grow more, and a comparison at the same k would favour them. Here all
get the same size: a pair of customers has the better of its two ranks, and of all pairs the first
n k / 2 are taken, so that a list holds k customers on average. Ties go by the other rank, then by
distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kinroute.neural.labels import Labels
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.problem.kinds import ATTRIBUTES
from kinroute.relatedness import ByHeatmap, ByNetwork, ByRoutes, Neighbours, Relatedness
from kinroute.relatedness.candidates import pair_lengths
from kinroute.relatedness.functions import NamedFunction

KS = (5, 7, 10, 15, 20)

Pairs = npt.NDArray[np.int64]
"""(p, 2) pairs of customers, the smaller first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRow:
    """The recall of one relatedness on one group of instances."""

    relatedness: str
    group: str
    """ "all", or what the instances have in common, such as "depot corner"."""
    instances: int
    recall: tuple[float, ...]
    """One for each k: the share of the solutions' edges between customers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallTable:
    """The recall of relatednesses, overall and by group."""

    ks: tuple[int, ...]
    rows: tuple[RecallRow, ...]

    @property
    def relatednesses(self) -> tuple[str, ...]:
        """Their names, each once."""
        return tuple(dict.fromkeys(row.relatedness for row in self.rows))

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of instances, "all" first."""
        return tuple(dict.fromkeys(row.group for row in self.rows))

    def of(self, relatedness: str, group: str = "all") -> RecallRow:
        """The row of a relatedness in a group."""
        for row in self.rows:
            if (row.relatedness, row.group) == (relatedness, group):
                return row
        raise KeyError((relatedness, group))

    def markdown(self, group: str = "all") -> str:
        """One group as a table, a line for each relatedness."""
        lines = [
            f"| recall in %, {group} | " + " | ".join(f"k = {k}" for k in self.ks) + " |",
            "|---" * (len(self.ks) + 1) + "|",
        ]
        for name in self.relatednesses:
            shares = " | ".join(f"{100 * share:.2f}" for share in self.of(name, group).recall)
            lines.append(f"| {name} | {shares} |")
        return "\n".join(lines) + "\n"

    def markdown_by_group(self, k: int) -> str:
        """All groups at one k as a table, a line for each group."""
        names, at = self.relatednesses, self.ks.index(k)
        lines = [
            f"| recall in % at k = {k} | instances | " + " | ".join(names) + " |",
            "|---" * (len(names) + 2) + "|",
        ]
        for group in self.groups:
            rows = [self.of(name, group) for name in names]
            shares = " | ".join(f"{100 * row.recall[at]:.2f}" for row in rows)
            lines.append(f"| {group} | {rows[0].instances} | {shares} |")
        return "\n".join(lines) + "\n"


def evaluate(
    labels: Labels,
    relatednesses: Mapping[str, Relatedness],
    ks: Sequence[int] = KS,
    *,
    with_oracle: bool = True,
    observer: Callable[[int], None] | None = None,
) -> RecallTable:
    """Compare relatednesses on labelled instances, overall and by kind of instance.

    Lists are computed for every k, since those of some are not prefixes of longer ones; inference
    with a network runs once per instance. The oracle is each label's own solution. `observer` is
    called with the number of instances done.
    """
    names = [*relatednesses, *(["oracle"] if with_oracle else [])]
    found = np.zeros((len(labels), len(names), len(ks)))
    edges = np.zeros(len(labels))
    inferred = [_inferred(related, labels) for related in relatednesses.values()]
    for number in range(len(labels)):
        ready = [next(related) for related in inferred]
        instance, wanted = labels.instance(number), labels.edges(number)
        edges[number] = len(wanted)
        compared = [*ready, ByRoutes(labels.solution(number))][: len(names)]
        for row, related in zip(found[number], compared, strict=True):
            row[:] = [
                _held(wanted, listed_pairs(instance, related.neighbours(instance, k), k))
                for k in ks
            ]
        if observer is not None:
            observer(number + 1)
    rows = (
        row
        for group, members in _groups(labels).items()
        for row in _group_rows(group, names, found[members], edges[members])
    )
    return RecallTable(ks=tuple(ks), rows=tuple(rows))


def _group_rows(
    group: str, names: Sequence[str], found: FloatArray, edges: FloatArray
) -> Iterator[RecallRow]:
    """One row per name, from the edges found (m, names, ks) and those there are (m)."""
    shares = found.sum(axis=0) / max(1.0, edges.sum())
    for name, recall in zip(names, shares.tolist(), strict=True):
        yield RecallRow(relatedness=name, group=group, instances=len(edges), recall=tuple(recall))


def _inferred(related: Relatedness, labels: Labels) -> Iterator[Relatedness]:
    """The relatedness of each label's instance; a function that takes a batch gets one."""
    function = related.source if isinstance(related, ByHeatmap) else None
    size = function.batch if isinstance(function, NamedFunction) else None
    for start in range(0, len(labels), size or 1):
        numbers = range(start, min(start + (size or 1), len(labels)))
        instances = [labels.instance(number) for number in numbers]
        if isinstance(function, NamedFunction) and size:
            yield from (ByHeatmap(scores) for scores in function.scores(instances))
        elif isinstance(related, ByHeatmap | ByNetwork):
            yield related.inferred(instances[0])
        else:
            yield related


def listed_pairs(instance: Instance, lists: Neighbours, k: int) -> Pairs:
    """The n k / 2 pairs of best rank: symmetric lists of k customers on average."""
    n = instance.customers
    rows, places = np.nonzero(lists.ids[:, :k])
    others = lists.ids[rows, places] - 1
    codes = np.minimum(rows, others) * n + np.maximum(rows, others)
    pairs, at = np.unique(codes, return_inverse=True)
    best, worst = np.full(len(pairs), k), np.zeros(len(pairs), np.int64)
    np.minimum.at(best, at, places)
    np.maximum.at(worst, at, places)
    worst[np.bincount(at) < 2] = k  # only one of the two lists the other
    a, b = np.divmod(pairs, n)
    order = np.lexsort((pair_lengths(instance, a, b), worst, best))[: n * k // 2]
    return np.column_stack((a, b))[order] + 1


def _held(wanted: Pairs, listed: Pairs) -> int:
    base = int(wanted.max(initial=0)) + 1
    inside = listed[(listed < base).all(axis=1)]
    return int(np.isin(wanted @ [base, 1], inside @ [base, 1]).sum())


def _groups(labels: Labels) -> dict[str, npt.NDArray[np.bool_]]:
    """Which instances belong to each group that has any."""
    groups = {"all": np.ones(len(labels), np.bool_)}
    for digit, (attribute, names) in enumerate(ATTRIBUTES.items()):
        what = attribute.removesuffix("_length")
        for number, name in enumerate(names, 1):
            members = labels.kind[:, digit] == number
            if members.any():
                groups[f"{what} {name}"] = members
    return groups
