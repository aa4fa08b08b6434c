"""The parameters of a network as the kernels take them: padded, in low precision, biases inside."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from kinroute.neural.architecture import EDGE_TAGS, NODE_INPUTS, NODE_TAGS
from kinroute.neural.network import Network
from kinroute.neural.wide.layout import padded

EDGE_FEATURES = 16
"""Length in two parts, tags, one, and zeros up to what the tensor cores want."""


class _Views(NamedTuple):
    """The parameters within a flat tensor of all, or their gradients."""

    node_measured: Tensor  # h/2, inputs
    node_tagged: Tensor  # tags, h/2
    edge_measured: Tensor  # h/2, 1
    edge_tagged: Tensor  # tags, h/2
    matrices: Tensor  # depth, 4, h, h
    biases: Tensor  # depth, 4, h
    norms: Tensor  # depth, 2 (edge, node), 2 (scale, shift), h
    head: Tensor  # 2, h, h
    head_biases: Tensor  # 2, h
    last: Tensor  # 2, h
    last_bias: Tensor  # 2


def _views(flat: Tensor, h: int, depth: int) -> _Views:
    half, square = h // 2, h * h + h
    shapes = (half, NODE_INPUTS), (NODE_TAGS, half), (half, 1), (EDGE_TAGS, half)
    sizes = [a * b for a, b in shapes]
    sizes += [depth * (4 * square + 4 * h), 2 * square, 2 * h, 2]
    parts = torch.split(flat, sizes)
    layers, head, last, last_bias = parts[4:]
    layers = layers.view(depth, -1)
    maps, head = layers[:, : 4 * square].view(depth, 4, square), head.view(2, square)
    return _Views(
        parts[0].view(shapes[0]),
        parts[1].view(shapes[1]),
        parts[2].view(shapes[2]),
        parts[3].view(shapes[3]),
        maps[..., : h * h].view(depth, 4, h, h),
        maps[..., h * h :],
        layers[:, 4 * square :].view(depth, 2, 2, h),
        head[:, : h * h].view(2, h, h),
        head[:, h * h :],
        last.view(2, h),
        last_bias,
    )


class Weights:
    """A network's parameters in copies for the kernels.

    Where it is trained, parameters and gradients become views of one flat tensor each.
    """

    def __init__(self, network: Network, low: torch.dtype, *, is_trained: bool) -> None:
        self.h, self.depth = network.architecture.width, network.architecture.depth
        self._parameters, self._is_trained = list(network.parameters()), is_trained
        self._flat = flat = torch.cat([p.detach().flatten() for p in self._parameters])
        self._whole = _views(flat, self.h, self.depth)
        if is_trained:
            self._gradient = _views(self._with_gradients(), self.h, self.depth)
        w, device = padded(self.h), flat.device

        def zeros(*shape: int, kind: torch.dtype = flat.dtype) -> Tensor:
            return torch.zeros(shape, dtype=kind, device=device)

        self.maps = zeros(self.depth, 4, w, w, kind=low)  # P, R, U, V
        self.norms = zeros(self.depth, 2, 2, w)
        self.head = zeros(2, w, w, kind=low)
        self.head[:, self.h, self.h] = 1
        self.factor = zeros(w)
        self.nodes = zeros(NODE_INPUTS + NODE_TAGS + 1, w)
        self.nodes[-1, self.h] = 1
        self.edges = zeros(EDGE_FEATURES, w, kind=low)
        self.edges[2 + EDGE_TAGS, self.h] = 1

    def _with_gradients(self) -> Tensor:
        gradient, start = torch.zeros_like(self._flat), 0
        for parameter in self._parameters:
            end = start + parameter.numel()
            parameter.data = self._flat[start:end].view_as(parameter)
            parameter.grad = gradient[start:end].view_as(parameter)
            start = end
        return gradient

    def load(self) -> None:
        """Copy the parameters for the kernels."""
        if not self._is_trained:
            self._flat.copy_(torch.cat([p.detach().flatten() for p in self._parameters]))
        h, half, whole = self.h, self.h // 2, self._whole
        self.maps[..., :h, :h] = whole.matrices
        self.maps[..., :h, h] = whole.biases
        self.norms[..., :h] = whole.norms
        self.head[:, :h, :h] = whole.head
        self.head[:, :h, h] = whole.head_biases
        self.factor[:h] = whole.last[1] - whole.last[0]
        self.factor[h : h + 1] = whole.last_bias[1:] - whole.last_bias[:1]
        self.nodes[:NODE_INPUTS, :half] = whole.node_measured.T
        self.nodes[NODE_INPUTS:-1, half:h] = whole.node_tagged
        self.edges[:2, :half] = whole.edge_measured.T
        self.edges[2 : 2 + EDGE_TAGS, half:h] = whole.edge_tagged

    def store_gradients(
        self, maps: Tensor, norms: Tensor, head: Tensor, factor: Tensor, nodes: Tensor,
        edges: Tensor,
    ) -> None:  # fmt: skip
        """Put gradients of what `load` made at the network's parameters."""
        h, half, to = self.h, self.h // 2, self._gradient
        to.matrices.copy_(maps[..., :h, :h])
        to.biases.copy_(maps[..., :h, h])
        to.norms.copy_(norms[..., :h])
        to.head.copy_(head[:, :h, :h])
        to.head_biases.copy_(head[:, :h, h])
        to.last.copy_(torch.stack((-factor[:h], factor[:h])))
        to.last_bias.copy_(torch.stack((-factor[h], factor[h])))
        to.node_measured.copy_(nodes[:NODE_INPUTS, :half].T)
        to.node_tagged.copy_(nodes[NODE_INPUTS:-1, half:h])
        to.edge_measured.copy_((edges[:1, :half] + edges[1:2, :half]).T)
        to.edge_tagged.copy_(edges[2 : 2 + EDGE_TAGS, half:h])
