"""The residual gated graph network of the paper, in torch.

Edges have no direction, so only the pairs i ≤ j of a graph are kept: half of the work. In comments,
b is the number of graphs in a batch, n their nodes (the depot first), m = n (n + 1) / 2 their pairs
and h the width.
"""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor, nn

from kinroute.neural.architecture import (
    BETWEEN_CUSTOMERS,
    CUSTOMER_LOOP,
    DEPOT_LOOP,
    EDGE_TAGS,
    NODE_INPUTS,
    NODE_TAGS,
    TO_DEPOT,
    Architecture,
)

_EPSILON = 1e-5
_SHUT = 1e-20
"""Added to the sum of a node's gates: in deep networks all of them may be shut."""


class Pairs:
    """The pairs i ≤ j of n nodes: which they are, and where in the list each one stands."""

    def __init__(self, nodes: int, device: torch.device | str = "cpu") -> None:
        first, second = torch.triu_indices(nodes, nodes, device=device)
        self.first, self.second = first, second  # m
        self.place = torch.empty(nodes, nodes, dtype=torch.long, device=device)  # n n
        self.place[first, second] = torch.arange(len(first), device=device)
        self.place[second, first] = self.place[first, second]
        is_loop = first == second
        self.weight = torch.where(is_loop, 1.0, 2.0)  # m: how often it is in the n × n matrix
        tag = torch.where(is_loop, CUSTOMER_LOOP, BETWEEN_CUSTOMERS)
        self.tag = torch.where(first == 0, torch.where(is_loop, DEPOT_LOOP, TO_DEPOT), tag)


class GatedMean(torch.autograd.Function):
    """Σ_j g_ij v_j / Σ_j g_ij for every node i. By hand: backward gathers rather than scatters."""

    @staticmethod
    def forward(
        ctx: Any, gate: Tensor, values: Tensor, place: Tensor, first: Tensor, second: Tensor
    ) -> Tensor:
        total = gate[:, place].sum(2, dtype=torch.float32) + _SHUT  # b n n h → b n h
        mean = _gated_sum(gate, values, place) / total
        ctx.save_for_backward(gate, values, mean, total, place, first, second)
        return mean.to(values.dtype)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None, None, None]:
        gate, values, mean, total, place, first, second = ctx.saved_tensors
        each = gradients[0] / total  # b n h: for a unit of gate and of value
        there = each[:, first] * (values[:, second] - mean[:, first])
        back = each[:, second] * (values[:, first] - mean[:, second])
        is_loop = (first == second)[:, None]
        of_gate = torch.where(is_loop, there, there + back)  # b m h
        of_values = _gated_sum(gate, each, place)
        return of_gate.to(gate.dtype), of_values.to(values.dtype), None, None, None


def _gated_sum(gate: Tensor, values: Tensor, place: Tensor) -> Tensor:
    return (gate[:, place] * values[:, None]).sum(2, dtype=torch.float32)  # b n n h → b n h


class Embedding(nn.Module):
    """Half of the numbers from what is measured, without bias, half from what it is."""

    def __init__(self, inputs: int, tags: int, width: int) -> None:
        super().__init__()
        self.measured = nn.Linear(inputs, width // 2, bias=False)
        self.tagged = nn.Embedding(tags, width // 2)

    def forward(self, measured: Tensor, tag: Tensor) -> Tensor:
        known = self.tagged(tag).expand(*measured.shape[:-1], -1)
        return torch.cat((self.measured(measured), known), dim=-1)


class Norm(nn.Module):
    """Batch normalisation by the statistics of each graph alone, in training and ever after."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.shift = nn.Parameter(torch.zeros(width))

    def forward(self, x: Tensor, weight: Tensor | None = None) -> Tensor:
        whole = x.float()
        share = 1 / x.shape[1] if weight is None else (weight / weight.sum())[:, None]
        mean = (whole * share).sum(1, keepdim=True)
        variance = ((whole - mean).square() * share).sum(1, keepdim=True)
        factor = self.scale * torch.rsqrt(variance + _EPSILON)
        return ((whole - mean) * factor + self.shift).to(x.dtype)


class Layer(nn.Module):
    """t_ij = P e_ij + R x_i + R x_j; gates σ(t) mix the nodes; both go on as residuals."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.edge = nn.Linear(width, width)  # P
        self.ends = nn.Linear(width, width)  # R
        self.own = nn.Linear(width, width)  # U
        self.other = nn.Linear(width, width)  # V
        self.edge_norm = Norm(width)
        self.node_norm = Norm(width)

    def forward(self, x: Tensor, e: Tensor, pairs: Pairs) -> tuple[Tensor, Tensor]:
        ends = self.ends(x)
        t = self.edge(e) + ends[:, pairs.first] + ends[:, pairs.second]  # b m h
        gate = torch.sigmoid(t)
        mixed = GatedMean.apply(gate, self.other(x), pairs.place, pairs.first, pairs.second)  # type: ignore[no-untyped-call]
        s = self.own(x) + cast(Tensor, mixed)  # b n h
        e = e + torch.relu(self.edge_norm(t, pairs.weight))
        return x + torch.relu(self.node_norm(s)), e


class Network(nn.Module):
    """From nodes to the log odds, for every pair, that a good solution joins it."""

    def __init__(self, architecture: Architecture) -> None:
        super().__init__()
        self.architecture = architecture
        h = architecture.width
        self.nodes = Embedding(NODE_INPUTS, NODE_TAGS, h)
        self.edges = Embedding(1, EDGE_TAGS, h)
        self.layers = nn.ModuleList(Layer(h) for _ in range(architecture.depth))
        self.head = nn.Sequential(
            nn.Linear(h, h), nn.ReLU(), nn.Linear(h, h), nn.ReLU(), nn.Linear(h, 2)
        )

    def forward(self, nodes: Tensor, pairs: Pairs) -> Tensor:
        """From (b, n, 3) to class scores (b, m, 2)."""
        is_depot = torch.zeros(nodes.shape[1], dtype=torch.long, device=nodes.device)
        is_depot[0] = 1
        apart = nodes[:, pairs.first, :2] - nodes[:, pairs.second, :2]
        length = apart.square().sum(-1, keepdim=True).sqrt()  # b m 1
        x = self.nodes(nodes, is_depot)
        e = self.edges(length, pairs.tag)
        if torch.is_autocast_enabled(nodes.device.type):
            e = e.to(torch.get_autocast_dtype(nodes.device.type))  # by far the largest tensor
        for layer in self.layers:
            x, e = layer(x, e, pairs)
        return cast(Tensor, self.head(e)).float()

    def heat(self, nodes: Tensor, pairs: Pairs) -> Tensor:
        """The probability (b, m) that a good solution joins a pair."""
        scores = self(nodes, pairs)
        return torch.sigmoid(scores[..., 1] - scores[..., 0])


def balanced_loss(scores: Tensor, joined: Tensor, weight: Tensor) -> Tensor:
    """Half the mean surprise over the pairs that are joined, half that over the others.

    `scores` is (b, m, 2), `joined` (b, m) true or false, `weight` (m) as in `Pairs`.
    """
    surprise = torch.nn.functional.softplus(
        torch.where(joined, scores[..., 0] - scores[..., 1], scores[..., 1] - scores[..., 0])
    )
    among = torch.where(joined, weight, 0.0)
    others = weight - among
    return 0.5 * ((surprise * among).sum() / among.sum() + (surprise * others).sum() / others.sum())
