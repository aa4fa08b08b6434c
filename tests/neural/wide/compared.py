"""Passes over small graphs, beside torch's autograd; as a program, kernels in Triton's interpreter.

The interpreter is chosen when a kernel is defined, by TRITON_INTERPRET=1: so a process of its own.
"""

import importlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor

from kinroute.neural import wide
from kinroute.neural.architecture import Architecture
from kinroute.neural.network import Pairs, balanced_loss
from kinroute.neural.wide import plain
from kinroute.neural.wide.layout import Layout
from kinroute.neural.wide.passes import Passes
from kinroute.neural.wide.weights import Weights
from tests.neural.small import some_graphs, some_network

WHICH, SYMMETRY = torch.tensor([3, 0, 4]), torch.tensor([1, 6, 0])


def differences(
    operations: Any, kind: torch.dtype, width: int = 20, customers: int = 9
) -> dict[str, float]:
    """Relative differences of loss, gradients and log odds to those of autograd in double."""
    architecture = Architecture(width=width, depth=3)
    network, exact = some_network(architecture).to(kind), some_network(architecture).double()
    graphs, pairs = some_graphs(5, customers), Pairs(customers + 1)
    joined = graphs.joined[WHICH][:, pairs.first, pairs.second] > 0
    scores = exact(graphs.turned(WHICH, SYMMETRY).double(), pairs).double()
    loss = balanced_loss(scores, joined, pairs.weight.double())
    loss.backward()  # type: ignore[no-untyped-call]
    graphs = replace(graphs, nodes=graphs.nodes.to(kind))
    layout = Layout(graphs.size, width, "cpu")
    weights = Weights(network, kind, is_trained=True)
    passes = Passes(weights, layout, 3, operations, is_trained=True)
    for _ in range(2):  # nothing is left of the first
        found = wide.loss_and_gradients(passes, graphs, WHICH, SYMMETRY)
    for_inference = Weights(network, kind, is_trained=False)
    once = Passes(for_inference, layout, 3, operations, is_trained=False)
    odds = once.forward(graphs.turned(WHICH, SYMMETRY))
    return {
        "loss": _apart(found, loss),
        "odds": _apart(odds, scores[..., 1] - scores[..., 0]),
        "gradients": _apart(_gradient(network), _gradient(exact)),
    }


def _gradient(network: torch.nn.Module) -> Tensor:
    parameters = list(network.parameters())
    return torch.cat(
        [(torch.zeros_like(p) if p.grad is None else p.grad).flatten() for p in parameters]
    )


def _apart(found: Tensor, wanted: Tensor) -> float:
    return float((found.detach().double() - wanted.detach()).norm() / wanted.detach().norm())


def interpreted(module: str) -> dict[str, float]:
    """The differences with the operations of one module by its kernels, the others by torch."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.neural.wide.compared", module],
        env={**os.environ, "TRITON_INTERPRET": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    kernels = vars(importlib.import_module(f"kinroute.neural.wide.{sys.argv[1]}"))
    mixture = {name: kernels.get(name, by_torch) for name, by_torch in vars(plain).items()}
    assert mixture != vars(plain)
    print(json.dumps(differences(SimpleNamespace(**mixture), torch.float32)))
