"""Validation loss and recall of a network on labelled graphs."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from kinroute.neural.data import Graphs
from kinroute.neural.network import Network, Pairs


def _scores(network: Network, graphs: Graphs, batch: int) -> Iterator[tuple[slice, Tensor, Pairs]]:
    pairs = Pairs(graphs.size, graphs.nodes.device)
    is_wide = network.architecture.width > 32 and graphs.nodes.device.type == "cuda"
    with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=is_wide):
        for start in range(0, len(graphs), batch):
            part = slice(start, start + batch)
            yield part, network(graphs.nodes[part], pairs), pairs


def validation_loss(network: Network, graphs: Graphs, batch: int = 50) -> float:
    """The balanced loss over all graphs as one batch."""
    sums = torch.zeros(4, device=graphs.nodes.device)
    for part, scores, pairs in _scores(network, graphs, batch):
        joined = graphs.joined[part][:, pairs.first, pairs.second] > 0
        odds = scores[..., 1] - scores[..., 0]
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


def recall(network: Network, graphs: Graphs, k: int, batch: int = 50) -> float:
    """The share of the solutions' edges, counted from both ends, among the k likeliest of an end.

    Edges of the depot are left out.
    """
    found = total = 0.0
    for part, scores, pairs in _scores(network, graphs, batch):
        heat = (scores[..., 1] - scores[..., 0])[:, pairs.place][:, 1:, 1:].clone()
        heat.diagonal(dim1=1, dim2=2).fill_(-math.inf)
        likeliest = heat.topk(min(k, heat.shape[-1]), dim=-1).indices
        joined = graphs.joined[part][:, 1:, 1:]
        found += float(joined.gather(2, likeliest).sum())
        total += float(joined.sum(dtype=torch.int64))
    return found / total
