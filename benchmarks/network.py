"""How fast is the network on a card, and does the fused kernel agree with torch?

    python benchmarks/network.py

Random graphs of 101 nodes. Needs a CUDA card, torch and safetensors.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import torch

from kinroute.neural import fused
from kinroute.neural.architecture import ARCHITECTURES
from kinroute.neural.data import Graphs
from kinroute.neural.gradients import Autograd
from kinroute.neural.network import Network, Pairs


def random_graphs(count: int, nodes: int = 101) -> Graphs:
    joined = torch.rand(count, nodes, nodes, device="cuda") < 0.012
    joined = (joined | joined.transpose(1, 2)).byte()
    edges = joined.flatten(1).sum(1, dtype=torch.int64)
    return Graphs(nodes=torch.rand(count, nodes, 3, device="cuda"), joined=joined, edges=edges)


def per_second(step: Callable[[], object], graphs: int, seconds: float = 3.0) -> float:
    for _ in range(3):
        step()
    torch.cuda.synchronize()
    start, steps = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        for _ in range(5):
            step()
        steps += 5
        torch.cuda.synchronize()
    return steps * graphs / (time.perf_counter() - start)


def check_fused() -> None:
    """Largest difference of loss and gradients to torch in double precision."""
    torch.manual_seed(1)
    graphs = random_graphs(300)
    network = Network(ARCHITECTURES["light"]).cuda()
    exact = Network(ARCHITECTURES["light"]).cuda().double()
    exact.load_state_dict(network.state_dict())
    kernel = fused.Fused(network, graphs)
    which, symmetry = torch.arange(300, device="cuda"), torch.arange(300, device="cuda") % 8
    loss = kernel.loss(which, symmetry)
    pairs = Pairs(101, "cuda")
    pairs.weight = pairs.weight.double()
    total = 0.0
    for part in torch.arange(300, device="cuda").split(20):  # double precision takes memory
        nodes = graphs.turned(part, symmetry[part]).double()
        joined = graphs.joined[part][:, pairs.first, pairs.second] > 0
        surprise = torch.nn.functional.softplus(
            (exact(nodes, pairs).double()[..., 1] - exact(nodes, pairs).double()[..., 0])
            * torch.where(joined, -1.0, 1.0)
        )
        edges = graphs.edges.sum()
        share = torch.where(joined, 0.5 / edges, 0.5 / (300 * 101 * 101 - edges))
        value = (surprise * share * pairs.weight).sum()
        value.backward()
        total += value.item()
    ours, theirs = (
        torch.cat([p.grad.flatten().double() for p in net.parameters() if p.grad is not None])
        for net in (network, exact)
    )
    apart = float((ours - theirs).norm() / theirs.norm())
    print(f"fused: loss {loss.item():.7f}, torch {total:.7f}; gradients differ by {apart:.1e}")


def speed_of_training(name: str, batch: int, *, with_kernel: bool) -> None:
    graphs = random_graphs(4 * batch)
    network = Network(ARCHITECTURES[name]).cuda()
    trainer = (fused.Fused if with_kernel else Autograd)(network, graphs)
    adam = torch.optim.Adam(network.parameters(), fused=True)
    which = torch.randperm(4 * batch, device="cuda")[:batch]
    symmetry = torch.randint(8, (batch,), device="cuda")

    def step() -> None:
        trainer.loss(which, symmetry)
        adam.step()

    rate = per_second(step, batch)
    how = "fused kernel" if with_kernel else "compiled, bf16"
    print(f"training {name}, {how}, batch {batch}: {rate:,.0f} graphs/s", flush=True)


def speed_of_inference(name: str, batch: int) -> None:
    network = Network(ARCHITECTURES[name]).cuda()
    pairs = Pairs(101, "cuda")
    nodes = torch.rand(batch, 101, 3, device="cuda")
    heat = torch.compile(network.heat)

    def step() -> None:
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16):
            heat(nodes, pairs)

    rate = per_second(step, batch)
    print(f"heat of {name}, batch {batch}: {1000 / rate:.3f} ms a graph", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernel-only", action="store_true")
    kernel_only = parser.parse_args().kernel_only
    torch.set_float32_matmul_precision("high")
    check_fused()
    for batch in (132, 528):
        speed_of_training("light", batch, with_kernel=True)
    if kernel_only:
        return
    for batch in (64, 256):
        speed_of_inference("original", batch)
    speed_of_training("original", 64, with_kernel=False)
    speed_of_inference("light", 512)
    speed_of_training("light", 264, with_kernel=False)


if __name__ == "__main__":
    main()
