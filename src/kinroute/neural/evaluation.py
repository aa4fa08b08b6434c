"""Validation loss and recall of a network on labelled graphs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import cast

import torch
from torch import Tensor

from kinroute.neural import wide
from kinroute.neural.data import Graphs
from kinroute.neural.network import Network, Pairs

Odds = Callable[[Tensor], Tensor]
"""From nodes (b, n, 3) to the log odds (b, m) of their pairs."""

_BATCH = 50


def odds_of(network: Network, nodes: int, batch: int = _BATCH) -> Odds:
    """The log odds of batches of at most so many graphs, by the fastest way there is."""
    device = next(network.parameters()).device
    if wide.is_available(network.architecture, device):
        return wide.Odds(network, nodes, batch)
    pairs = Pairs(nodes, device)
    is_wide = network.architecture.width > 32 and device.type == "cuda"

    def odds(graphs: Tensor) -> Tensor:
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=is_wide):
            scores = network(graphs, pairs)
        return cast(Tensor, scores[..., 1] - scores[..., 0])

    return odds


def _all_odds(network: Network, graphs: Graphs, batch: int) -> Iterator[tuple[slice, Tensor]]:
    odds = odds_of(network, graphs.size, batch)
    for start in range(0, len(graphs), batch):
        part = slice(start, start + batch)
        yield part, odds(graphs.nodes[part])


def validation_loss(network: Network, graphs: Graphs, batch: int = _BATCH) -> float:
    """The balanced loss over all graphs as one batch."""
    pairs = Pairs(graphs.size, graphs.nodes.device)
    sums = torch.zeros(4, device=graphs.nodes.device)
    for part, odds in _all_odds(network, graphs, batch):
        joined = graphs.joined[part][:, pairs.first, pairs.second] > 0
        surprise = torch.nn.functional.softplus(torch.where(joined, -odds, odds)) * pairs.weight
        among = torch.where(joined, pairs.weight, 0.0)
        sums += torch.stack(
            (
                (surprise * joined).sum(),
                among.sum(),
                (surprise * ~joined).sum(),
                (pairs.weight - among).sum(),
            )
        )
    joined_sum, joined_count, other_sum, other_count = sums.tolist()
    return float(0.5 * (joined_sum / joined_count + other_sum / other_count))


def recall(network: Network, graphs: Graphs, k: int, batch: int = _BATCH) -> float:
    """The share of the solutions' edges, counted from both ends, among the k likeliest of an end.

    Edges of the depot are left out.
    """
    found = total = 0.0
    pairs = Pairs(graphs.size, graphs.nodes.device)
    for part, odds in _all_odds(network, graphs, batch):
        heat = odds[:, pairs.place][:, 1:, 1:].clone()
        heat.diagonal(dim1=1, dim2=2).fill_(-math.inf)
        likeliest = heat.topk(min(k, heat.shape[-1]), dim=-1).indices
        joined = graphs.joined[part][:, 1:, 1:]
        found += float(joined.gather(2, likeliest).sum())
        total += float(joined.sum(dtype=torch.int64))
    return found / total
