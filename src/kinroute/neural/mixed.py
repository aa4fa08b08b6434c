"""Labelled graphs of several sizes: one group for each, whose losses and gradients are combined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kinroute.neural import evaluation
from kinroute.neural.data import Graphs
from kinroute.neural.gradients import Gradients
from kinroute.neural.network import Network
from kinroute.neural.solved_files import SolvedInstance, graphs_of


@dataclass(frozen=True, slots=True, eq=False)
class MixedGraphs:
    """Groups of graphs, each of one size, numbered one group after the other."""

    groups: tuple[Graphs, ...]

    def __len__(self) -> int:
        """Return the number of all graphs."""
        return sum(map(len, self.groups))

    @property
    def device(self) -> torch.device:
        """Where they are."""
        return self.groups[0].device


AnyGraphs = Graphs | MixedGraphs


def graphs_from(found: Sequence[SolvedInstance], device: torch.device | str) -> AnyGraphs:
    """The graphs of solved instances, grouped where they have several sizes."""
    by_size: dict[int, list[tuple[Any, Any]]] = defaultdict(list)
    for solved in found:
        nodes, joined = graphs_of(solved)
        by_size[nodes.shape[1]].append((nodes, joined))
    groups = []
    for _, parts in sorted(by_size.items()):
        inputs, labels = (
            torch.from_numpy(np.concatenate(arrays)).to(device)
            for arrays in zip(*parts, strict=True)
        )
        edges = labels.flatten(1).sum(1, dtype=torch.int64)
        groups.append(Graphs(nodes=inputs, joined=labels, edges=edges))
    return groups[0] if len(groups) == 1 else MixedGraphs(tuple(groups))


class MixedGradients:
    """The mean loss over the graphs of a batch, group by group, and its gradients."""

    def __init__(self, network: Network, graphs: MixedGraphs, parts: Sequence[Gradients]) -> None:
        self._network, self._parts = network, parts
        ends = torch.tensor([len(group) for group in graphs.groups]).cumsum(0)
        self._ends = ends.to(graphs.device)

    def loss(self, which: Tensor, symmetry: Tensor) -> Tensor:
        """The loss; gradients replace those of the batch before."""
        group = torch.bucketize(which, self._ends, right=True)
        sums: dict[str, Tensor] = {}
        total = torch.zeros((), device=which.device)
        for number, part in enumerate(self._parts):
            chosen = group == number
            share = float(chosen.sum()) / len(which)
            if not share:
                continue
            begin = int(self._ends[number - 1]) if number else 0
            total += share * part.loss(which[chosen] - begin, symmetry[chosen])
            for name, parameter in self._network.named_parameters():
                if parameter.grad is not None:
                    grown = share * parameter.grad
                    sums[name] = sums[name] + grown if name in sums else grown
        for name, parameter in self._network.named_parameters():
            parameter.grad = sums.get(name)
        return total


def gradients_for(
    network: Network, graphs: AnyGraphs, make: Callable[[Graphs], Gradients]
) -> Gradients:
    """The gradients of graphs of one size, or of several, each as `make` makes them."""
    if isinstance(graphs, Graphs):
        return make(graphs)
    return MixedGradients(network, graphs, [make(group) for group in graphs.groups])


def validation_loss(network: Network, graphs: AnyGraphs) -> float:
    """The balanced loss; of several sizes the mean over the graphs."""
    return _mean(network, graphs, evaluation.validation_loss)


def recall(network: Network, graphs: AnyGraphs, k: int) -> float:
    """The share of the solutions' edges; of several sizes the mean over the graphs."""
    return _mean(network, graphs, lambda one, group: evaluation.recall(one, group, k))


def _mean(
    network: Network, graphs: AnyGraphs, measure: Callable[[Network, Graphs], float]
) -> float:
    groups = (graphs,) if isinstance(graphs, Graphs) else graphs.groups
    with _evaluating(network):
        sums = [len(group) * measure(network, group) for group in groups]
    return sum(sums) / len(graphs)


@contextmanager
def _evaluating(network: Network) -> Iterator[None]:
    """Networks of one's own may behave differently in training."""
    was_training = network.training
    network.eval()
    try:
        yield
    finally:
        network.train(was_training)
