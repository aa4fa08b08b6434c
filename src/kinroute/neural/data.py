"""Labelled graphs on the device of the training."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from kinroute.neural.graphs import joined_pairs, scaled_nodes
from kinroute.neural.labels import Labels

ANGLES = 512
"""By how many angles a graph may be turned."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Graphs:
    """m graphs of n nodes with the edges of their solutions."""

    nodes: Tensor
    """(m, n, 3) x, y and demand."""
    joined: Tensor
    """(m, n, n) bytes, 1 for the edges of the solution, in both directions."""
    edges: Tensor
    """(m) number of ones in `joined`."""

    @classmethod
    def of(cls, labels: Labels, device: torch.device | str) -> Self:
        """The graphs of labelled instances, moved to a device."""
        nodes = scaled_nodes(labels.xy.astype(float), labels.demand, labels.capacity)
        joined = torch.from_numpy(joined_pairs(labels.tour, labels.first)).to(device)
        edges = joined.flatten(1).sum(1, dtype=torch.int64)
        return cls(nodes=torch.from_numpy(nodes).to(device), joined=joined, edges=edges)

    def __len__(self) -> int:
        """Return the number of graphs, m."""
        return len(self.nodes)

    @property
    def device(self) -> torch.device:
        """Where they are."""
        return self.nodes.device

    @property
    def size(self) -> int:
        """The number of nodes of each, n."""
        return self.nodes.shape[1]

    def turned(self, which: Tensor, symmetry: Tensor) -> Tensor:
        """Nodes (b, n, 3) of some graphs, each under one of the square's eight symmetries.

        A `symmetry` of 8 or more also turns the graph, by a whole multiple of 1/512 of a circle,
        and scales it to the unit square again.
        """
        nodes = self.nodes[which]
        points = nodes[..., :2]
        mirrored = points.amax(1, keepdim=True) - points
        flip = torch.stack((symmetry & 1, symmetry & 2), dim=1)[:, None] > 0
        points = torch.where(flip, mirrored, points)
        points = torch.where((symmetry & 4)[:, None, None] > 0, points.flip(-1), points)
        points = torch.where((symmetry >= 8)[:, None, None], _rotated(points, symmetry), points)
        return torch.cat((points, nodes[..., 2:]), dim=-1)


def _rotated(points: Tensor, symmetry: Tensor) -> Tensor:
    angle = (symmetry >> 3).to(points.dtype)[:, None] * (2 * math.pi / ANGLES)
    x, y = points[..., 0] - 0.5, points[..., 1] - 0.5
    turned = torch.stack(
        (x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos()), dim=-1
    )
    turned = turned - turned.amin(1, keepdim=True)
    return turned / turned.amax((1, 2), keepdim=True).clamp_min(1e-9)
