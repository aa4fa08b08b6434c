"""Small networks, graphs and labels, made without a search."""

from pathlib import Path
from typing import Any

import numpy as np
import torch

from kinroute.neural.architecture import Architecture
from kinroute.neural.data import Graphs
from kinroute.neural.labels import Labels, write_shard
from kinroute.neural.manifest import FIRST_SEED, Manifest, Split
from kinroute.neural.models import Model
from kinroute.neural.network import Network

TINY = Architecture(width=4, depth=2)


def some_labels(
    count: int = 6, customers: int = 9, *, seed: int = 1, split: Split = "train"
) -> Labels:
    """Random points; every three customers of a random order are a route."""
    dice = np.random.default_rng(seed)
    order = np.argsort(dice.random((count, customers)), axis=1) + 1
    return Labels(
        seed=np.arange(count, dtype=np.int64) + FIRST_SEED[split],
        xy=dice.integers(0, 1000, (count, customers + 1, 2)).astype(np.int16),
        demand=dice.integers(1, 9, (count, customers)).astype(np.int16),
        capacity=np.full(count, 30, np.int32),
        kind=np.ones((count, 4), np.uint8),
        tour=order.astype(np.uint8),
        first=np.broadcast_to(np.arange(customers) % 3 == 0, order.shape).copy(),
        cost=np.ones(count, np.int32),
    )


def written(folder: Path, labels: Labels, split: Split = "train") -> Path:
    """A folder with these labels and a manifest."""
    folder.mkdir()
    shard = write_shard(folder / "shard-00000.npz", labels)
    values: dict[str, Any] = {"law": "XML", "solver": "0.1.0", "method": "auto", "settings": {}}
    Manifest(
        **values,
        customers=labels.customers,
        split=split,
        first_seed=FIRST_SEED[split],
        count=len(labels),
        shard_size=len(labels),
        cpu_seconds=0.1,
        shards=(shard,),
    ).write(folder)
    return folder


def some_graphs(count: int = 6, customers: int = 9, *, seed: int = 1) -> Graphs:
    return Graphs.of(some_labels(count, customers, seed=seed), "cpu")


def some_network(architecture: Architecture = TINY, seed: int = 1) -> Network:
    """A network whose norms, too, are not those of a beginning."""
    torch.manual_seed(seed)
    network = Network(architecture)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return network


def model_of(network: Network, name: str = "made-up") -> Model:
    weights = torch.cat([p.detach().flatten() for p in network.parameters()]).numpy()
    model = Model(name=name, architecture=network.architecture, weights=weights, card={})
    model.card["sha256"] = model.sha256
    return model


def some_nodes(count: int, n: int, seed: int = 1) -> torch.Tensor:
    """(count, n, 3) with a depot that carries nothing."""
    nodes = torch.rand(count, n, 3, generator=torch.Generator().manual_seed(seed))
    nodes[:, 0, 2] = 0
    return nodes
