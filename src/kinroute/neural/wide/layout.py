"""How the tensors of a wide network lie in memory, for the kernels and for plain torch."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from kinroute.neural.network import Pairs

_ALIGNMENT = 64
"""What the tiles of the kernels divide, so that channels need no masks."""


def padded(width: int) -> int:
    """Channels in memory: at least one more, which is always 1 and brings the biases in."""
    return (width // _ALIGNMENT + 1) * _ALIGNMENT


class Layout:
    """The pairs i ≤ j of n nodes, in order, and the padded width of their states."""

    def __init__(self, nodes: int, width: int, device: torch.device | str) -> None:
        pairs = Pairs(nodes, device)
        self.nodes, self.pairs, self.width = nodes, len(pairs.first), padded(width)
        self.first, self.second = pairs.first.int(), pairs.second.int()  # m
        self.weight, self.tag, self.place = pairs.weight, pairs.tag, pairs.place


class Edges(NamedTuple):
    """What the edge side of a layer knows after its forward pass."""

    y: Tensor
    """(b, m, w) P e; with the ends it is t_ij = y_ij + R x_i + R x_j."""
    ruv: Tensor
    """(b, n, 3, w) R x, U x and V x."""
    sums: Tensor
    """(b, 2, w) Σ t and Σ t² over the n × n matrix."""
    norm: Tensor
    """(2, w) scale and shift."""
