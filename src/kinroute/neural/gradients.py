"""Loss and gradients of a batch of labelled graphs: by kernels where there are, or by torch."""

from __future__ import annotations

from typing import Protocol

import torch
from torch import Tensor

from kinroute.neural import fused, wide
from kinroute.neural.data import Graphs
from kinroute.neural.network import Network, Pairs, balanced_loss


class Gradients(Protocol):
    """Computes the loss of a batch and leaves its gradients in the network's parameters."""

    def loss(self, which: Tensor, symmetry: Tensor) -> Tensor:
        """The loss of the graphs `which` (b,), each under one of the square's 8 symmetries."""
        ...


class Autograd:
    """Gradients by torch.autograd; on a GPU compiled and in bf16."""

    def __init__(self, network: Network, graphs: Graphs) -> None:
        self._graphs = graphs
        self._pairs = Pairs(graphs.size, graphs.nodes.device)
        self._network = network
        self._is_on_gpu = graphs.nodes.device.type == "cuda"
        if self._is_on_gpu:  # layer by layer: all are alike, so one compilation serves them all
            for part in (*network.layers, network.head):
                part.compile()

    def loss(self, which: Tensor, symmetry: Tensor) -> Tensor:
        """The balanced loss; gradients replace those of the batch before."""
        nodes = self._graphs.turned(which, symmetry)
        joined = self._graphs.joined[which][:, self._pairs.first, self._pairs.second] > 0
        for parameter in self._network.parameters():
            parameter.grad = None
        with torch.autocast("cuda", torch.bfloat16, enabled=self._is_on_gpu):
            scores = self._network(nodes, self._pairs)
        loss = balanced_loss(scores, joined, self._pairs.weight)
        loss.backward()  # type: ignore[no-untyped-call]
        return loss.detach()


def fastest(network: Network, graphs: Graphs) -> Gradients:
    """By the kernel of narrow networks, by those of wide ones, or by torch."""
    architecture, device = network.architecture, graphs.nodes.device
    if fused.is_available(architecture, device):
        return fused.Fused(network, graphs)
    if wide.is_available(architecture, device):
        return wide.Wide(network, graphs)
    return Autograd(network, graphs)
