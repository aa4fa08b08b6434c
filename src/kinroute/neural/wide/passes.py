"""Forward and backward pass of a wide network, step by step over buffers that are made once."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from kinroute.neural.architecture import EDGE_TAGS, NODE_INPUTS
from kinroute.neural.wide.layout import Edges, Layout
from kinroute.neural.wide.weights import EDGE_FEATURES, Weights


class Passes:
    """The passes of `batch` graphs; without `is_trained` the layers share their buffers."""

    def __init__(
        self, weights: Weights, layout: Layout, batch: int, operations: Any, *, is_trained: bool
    ) -> None:
        self.weights, self.layout, self.batch, self._do = weights, layout, batch, operations
        low, whole = weights.maps.dtype, weights.norms.dtype
        self._low = low
        depth, n, m, w = weights.depth, layout.nodes, layout.pairs, layout.width

        def new(*shape: int, kind: torch.dtype = low) -> Tensor:
            return torch.zeros(batch, *shape, dtype=kind, device=weights.maps.device)

        def each_layer(count: int, *shape: int, kind: torch.dtype = low) -> list[Tensor]:
            if is_trained:
                return [new(*shape, kind=kind) for _ in range(count)]
            return [new(*shape, kind=kind)] * count

        self._features = new(m, EDGE_FEATURES)
        self._features[..., 2 + EDGE_TAGS] = 1
        self._features[..., 2 : 2 + EDGE_TAGS] = torch.nn.functional.one_hot(layout.tag, EDGE_TAGS)
        self._node_features = new(n, NODE_INPUTS + 3, kind=whole)
        self._node_features[:, 1:, NODE_INPUTS] = 1  # a customer
        self._node_features[:, 0, NODE_INPUTS + 1] = 1  # the depot
        self._node_features[..., -1] = 1
        self._e, self._y = each_layer(depth + 1, m, w), each_layer(depth, m, w)
        self._x = each_layer(depth + 1, n, w, kind=whole)
        self._low_x, self._ruv = each_layer(depth + 1, n, w), each_layer(depth, n, 3, w)
        self._mixed = each_layer(depth, n, 2, w, kind=whole)
        self._sums = torch.stack([new(2, w, kind=whole)] * depth)
        self._first_head = new(m, w)
        self._second_head = new(m, w) if is_trained else self._y[0]
        self.logits = new(m, kind=whole)
        if is_trained:
            self._back, self._of_norms = (torch.zeros_like(self._sums) for _ in range(2))
            self._de, self._dt, self._druv = new(m, w), new(m, w), new(n, 3, w)
            self._dx, self._more = new(n, w, kind=whole), new(n, w)
            self._each, self._of_nodes = (new(n, 2, w, kind=whole) for _ in range(2))
            self._dmaps = torch.zeros_like(weights.maps, dtype=whole)
            self._dhead = torch.zeros_like(weights.head, dtype=whole)

    def forward(self, nodes: Tensor) -> Tensor:
        """The log odds (b, m) that a good solution joins a pair."""
        do, layout, weights = self._do, self.layout, self.weights
        weights.load()
        self._embed(nodes)
        self._sums.zero_()
        for k in range(weights.depth):
            edges = self._edges(k)
            _multiply(self._low_x[k], weights.maps[k, 1:].flatten(0, 1).T, edges.ruv.flatten(2))
            _multiply(self._e[k], weights.maps[k, 0].T, edges.y)
            do.sum_edges(layout, edges)
            do.mix(layout, edges, self._e[k], self._e[k + 1], self._mixed[k])
            do.forward_nodes(
                layout, self._x[k], edges.ruv, self._mixed[k], weights.norms[k, 1],
                self._x[k + 1], self._low_x[k + 1],
            )  # fmt: skip
        do.relu_product(layout, self._e[-1], weights.head[0], self._first_head)
        do.logit_product(
            layout, self._first_head, weights.head[1], weights.factor, self._second_head,
            self.logits,
        )  # fmt: skip
        return self.logits

    def backward(self, gradient: Tensor) -> None:
        """From the gradient (b, m) of the log odds to those of the network's parameters."""
        do, layout, weights = self._do, self.layout, self.weights
        maps, de, dt, druv = weights.maps, self._de, self._dt, self._druv
        self._back.zero_()
        factor = self._product_of(gradient.to(self._low).view(-1, 1), self._second_head)
        do.back_logits(layout, self._second_head, gradient, weights.factor)
        self._dhead[1] = self._product_of(self._second_head, self._first_head)
        do.masked_product(layout, self._second_head, weights.head[1], self._first_head, dt)
        self._dhead[0] = self._product_of(dt, self._e[-1])
        _multiply(dt, weights.head[0], de)
        self._dx.zero_()
        self._more.zero_()
        for k in reversed(range(weights.depth)):
            edges, back = self._edges(k), self._back[k]
            do.back_nodes(
                layout, self._dx, self._more, self._ruv[k], self._mixed[k], weights.norms[k, 1],
                self._each, druv, self._of_norms[k],
            )  # fmt: skip
            do.back_sums(layout, edges, back, de)
            do.back_edges(layout, edges, back, de, dt, self._each, self._of_nodes)
            druv[:, :, ::2] = self._of_nodes
            self._dmaps[k, 0] = self._product_of(dt, self._e[k])
            of_ruv = self._product_of(druv.flatten(2), self._low_x[k])
            self._dmaps[k, 1:] = of_ruv.view_as(self._dmaps[k, 1:])
            _flat(de).addmm_(_flat(dt), maps[k, 0])
            _multiply(druv.flatten(2), maps[k, 1:].flatten(0, 1), self._more)
        self._store(factor[0])

    def _embed(self, nodes: Tensor) -> None:
        first, second = self.layout.first, self.layout.second
        apart = nodes[:, first, :2] - nodes[:, second, :2]
        length = apart.square().sum(-1).sqrt()
        rough = length.to(self._low)
        self._features[..., 0] = rough
        self._features[..., 1] = length - rough  # what low precision leaves of it
        _multiply(self._features, self.weights.edges, self._e[0])
        self._node_features[..., :NODE_INPUTS] = nodes
        _multiply(self._node_features, self.weights.nodes, self._x[0])
        self._low_x[0].copy_(self._x[0])

    def _store(self, factor: Tensor) -> None:
        edges = self._product_of(self._features, self._de)
        nodes = _flat(self._node_features).T @ _flat(self._dx + self._more)
        of_edges = self._back.sum(1).flip(1)  # depth 2 w: scale, shift
        norms = torch.stack((of_edges, self._of_norms.sum(1)), 1)
        self.weights.store_gradients(self._dmaps, norms, self._dhead, factor, nodes, edges)

    def _edges(self, k: int) -> Edges:
        return Edges(self._y[k], self._ruv[k], self._sums[k], self.weights.norms[k, 0])

    def _product_of(self, left: Tensor, right: Tensor) -> Tensor:
        """Σ over all rows of left ⊗ right, in full precision."""
        left, right = left.reshape(-1, left.shape[-1]).T, _flat(right)
        if self._low == torch.bfloat16:
            return torch.mm(left, right, out_dtype=torch.float32)
        return left @ right


def _multiply(left: Tensor, right: Tensor, out: Tensor) -> None:
    torch.mm(_flat(left), right, out=_flat(out))


def _flat(x: Tensor) -> Tensor:
    """All rows in one matrix."""
    return x.view(-1, x.shape[-1])
