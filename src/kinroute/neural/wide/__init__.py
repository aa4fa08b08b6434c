"""Wide networks on a CUDA GPU: few passes over memory, by Triton kernels.

`passes` has forward and backward pass, `products`, `mixing` and `nodes` the kernels, and `plain`
the same in torch. Nothing is stored twice and nothing recomputed but gates: a step is bound by the
traffic of the pairs' states. Everything is recorded once as a CUDA graph and replayed.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor

from kinroute.neural.architecture import Architecture
from kinroute.neural.data import Graphs
from kinroute.neural.network import Network
from kinroute.neural.wide.layout import Layout
from kinroute.neural.wide.passes import Passes
from kinroute.neural.wide.weights import Weights

_NARROWEST, _WIDEST = 64, 319
_CAPABILITY = (8, 0)
"""Of the oldest GPUs whose tensor cores take bf16."""


def is_available(architecture: Architecture, device: torch.device | str) -> bool:
    """Whether the kernels can be used: a wide network, a GPU that knows bf16, and Triton."""
    if torch.device(device).type != "cuda" or not _NARROWEST <= architecture.width <= _WIDEST:
        return False
    has_triton = importlib.util.find_spec("triton") is not None
    return has_triton and torch.cuda.get_device_capability(device) >= _CAPABILITY


def kernels() -> Any:
    """The operations of `plain`, by Triton."""
    from kinroute.neural.wide import mixing, nodes, products

    return SimpleNamespace(**{**vars(products), **vars(nodes), **vars(mixing)})


class Wide:
    """Gradients of a network for a batch of labelled graphs, by the kernels."""

    def __init__(self, network: Network, graphs: Graphs) -> None:
        self._graphs = graphs
        self._weights = Weights(network, torch.bfloat16, is_trained=True)
        self._layout = Layout(graphs.size, network.architecture.width, graphs.nodes.device)
        self._steps: dict[int, _Recorded] = {}

    def loss(self, which: Tensor, symmetry: Tensor) -> Tensor:
        """The balanced loss of some graphs; their gradients replace those of the network."""
        batch = len(which)
        if batch not in self._steps:
            passes = Passes(self._weights, self._layout, batch, kernels(), is_trained=True)

            def step(which: Tensor, symmetry: Tensor) -> Tensor:
                return loss_and_gradients(passes, self._graphs, which, symmetry)

            self._steps[batch] = _Recorded(step, which, symmetry)
        return self._steps[batch](which, symmetry)


class Odds:
    """Log odds (b, m) of batches of at most `batch` graphs, by the kernels."""

    def __init__(self, network: Network, nodes: int, batch: int) -> None:
        device = next(network.parameters()).device
        layout = Layout(nodes, network.architecture.width, device)
        weights = Weights(network, torch.bfloat16, is_trained=False)
        passes = Passes(weights, layout, batch, kernels(), is_trained=False)
        self._batch = batch
        self._forward = _Recorded(passes.forward, torch.zeros(batch, nodes, 3, device=device))

    def __call__(self, nodes: Tensor) -> Tensor:
        """From (b, n, 3); a smaller batch takes as long as a full one."""
        missing = self._batch - len(nodes)
        full = torch.nn.functional.pad(nodes, (0, 0, 0, 0, 0, missing)) if missing else nodes
        return self._forward(full)[: len(nodes)]


class _Recorded:
    """A function of tensors of fixed shapes, recorded as a CUDA graph at its first call."""

    def __init__(self, function: Callable[..., Tensor], *inputs: Tensor) -> None:
        self._function = function  # and the buffers in it
        self._inputs = [x.clone() for x in inputs]
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):  # compiles the kernels
            for _ in range(2):
                function(*self._inputs)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._result = function(*self._inputs)

    def __call__(self, *inputs: Tensor) -> Tensor:
        for there, x in zip(self._inputs, inputs, strict=True):
            there.copy_(x)
        self._graph.replay()
        return self._result.clone()


def loss_and_gradients(passes: Passes, graphs: Graphs, which: Tensor, symmetry: Tensor) -> Tensor:
    """The balanced loss; leaves its gradients at the parameters."""
    layout, n = passes.layout, graphs.size
    joined = graphs.joined[which][:, layout.first, layout.second] > 0
    odds = passes.forward(graphs.turned(which, symmetry))
    edges = graphs.edges[which].sum()
    others = len(which) * n * n - edges
    share = torch.where(joined, 0.5 / edges.to(odds.dtype), 0.5 / others.to(odds.dtype))
    share = share * layout.weight
    wrong_by = torch.where(joined, -odds, odds)
    loss = (torch.nn.functional.softplus(wrong_by) * share).sum()
    passes.backward(torch.where(joined, -share, share) * torch.sigmoid(wrong_by))
    return loss
