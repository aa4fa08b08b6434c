"""Labelled graphs on the device of the training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from kinroute.neural.graphs import joined_pairs, scaled_nodes
from kinroute.neural.labels import Labels


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
        """Nodes (b, n, 3) of some graphs, each under one of the square's eight symmetries."""
        nodes = self.nodes[which]
        points = nodes[..., :2]
        mirrored = points.amax(1, keepdim=True) - points
        flip = torch.stack((symmetry & 1, symmetry & 2), dim=1)[:, None] > 0
        points = torch.where(flip, mirrored, points)
        points = torch.where((symmetry & 4)[:, None, None] > 0, points.flip(-1), points)
        return torch.cat((points, nodes[..., 2:]), dim=-1)
