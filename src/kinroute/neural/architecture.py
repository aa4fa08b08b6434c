"""The architecture of a network, without torch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kinroute.errors import ConfigError

GRAPH_CUSTOMERS = 100
"""n_G: the number of customers of the training graphs."""


def graph_count(customers: int) -> int:
    """The number of graphs of an instance, at most: one for all, or one for every customer."""
    return 1 if customers <= GRAPH_CUSTOMERS else customers


NODE_INPUTS = 3
"""Of each node: x, y, and its demand as a share of the capacity."""
NODE_TAGS = 2
EDGE_TAGS = 6
"""The published table has six rows. On a complete graph two of them, for pairs that a sparse graph
leaves out, are never used."""

CUSTOMER, DEPOT = 0, 1
"""Tags of nodes."""
BETWEEN_CUSTOMERS, CUSTOMER_LOOP, TO_DEPOT, DEPOT_LOOP = 1, 2, 4, 5
"""Tags of edges."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Architecture:
    """The size of a residual gated graph network."""

    width: int = 10
    """h: channels of a node or an edge. Half of them embed a tag, so it is even."""
    depth: int = 5
    """Number of layers."""

    def __post_init__(self) -> None:
        if self.width < 2 or self.width % 2:
            raise ConfigError(f"width = {self.width}; use an even number from 2 up")
        if self.depth < 1:
            raise ConfigError(f"depth = {self.depth}; use 1 or more")

    @property
    def parameters(self) -> int:
        """Number of parameters."""
        return sum(math.prod(shape) for shape in self.shapes().values())

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of every parameter by its name, in the order of a flat array of all."""
        h = self.width
        shapes: dict[str, tuple[int, ...]] = {
            "nodes.measured.weight": (h // 2, NODE_INPUTS),
            "nodes.tagged.weight": (NODE_TAGS, h // 2),
            "edges.measured.weight": (h // 2, 1),
            "edges.tagged.weight": (EDGE_TAGS, h // 2),
        }
        for layer in range(self.depth):
            for name in ("edge", "ends", "own", "other"):
                shapes[f"layers.{layer}.{name}.weight"] = (h, h)
                shapes[f"layers.{layer}.{name}.bias"] = (h,)
            for name in ("edge_norm", "node_norm"):
                shapes[f"layers.{layer}.{name}.scale"] = (h,)
                shapes[f"layers.{layer}.{name}.shift"] = (h,)
        for number, outputs in ((0, h), (2, h), (4, 2)):
            shapes[f"head.{number}.weight"] = (outputs, h)
            shapes[f"head.{number}.bias"] = (outputs,)
        return shapes


ARCHITECTURES = {
    "light": Architecture(width=10, depth=5),
    "original": Architecture(width=300, depth=30),
}


def architecture_named(name: str) -> Architecture:
    """The architecture of that name; raises ConfigError for others."""
    try:
        return ARCHITECTURES[name]
    except KeyError:
        known = ", ".join(ARCHITECTURES)
        raise ConfigError(f"unknown network {name!r}; use one of {known}") from None
