"""An architecture as a user writes it."""

import torch
from torch import nn


class Small(nn.Module):
    """Scores from distances and a learned likeness, with a norm that has buffers."""

    def __init__(self):  # type: ignore[no-untyped-def]
        super().__init__()
        self.embed = nn.Linear(3, 8)
        self.norm = nn.BatchNorm1d(8)
        self.scale = nn.Parameter(torch.tensor(-1.0))

    def forward(self, nodes):  # type: ignore[no-untyped-def]
        b, n, _ = nodes.shape
        x = self.norm(self.embed(nodes).reshape(b * n, 8)).reshape(b, n, 8)
        return self.scale * torch.cdist(nodes[..., :2], nodes[..., :2]) + x @ x.transpose(1, 2)


def no_module():  # type: ignore[no-untyped-def]
    return 3


def no_parameters():  # type: ignore[no-untyped-def]
    return nn.ReLU()


def other_shape():  # type: ignore[no-untyped-def]
    return nn.Linear(3, 8)


def fails():  # type: ignore[no-untyped-def]
    return nn.Linear(5, 8)


def broken():  # type: ignore[no-untyped-def]
    raise OSError("no disk")
