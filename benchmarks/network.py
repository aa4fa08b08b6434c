"""How fast is the network on a GPU, and does the fused kernel agree with torch?

    python benchmarks/network.py [--kernel-only]
    python benchmarks/network.py --device cpu --nodes 12 --batches 2 --seconds 0.1

Random graphs of 101 nodes. Without a GPU, plain torch takes the place of the fused kernel, and
only the small network is measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch

from kinroute.neural import fused
from kinroute.neural.architecture import ARCHITECTURES
from kinroute.neural.data import Graphs
from kinroute.neural.gradients import Autograd
from kinroute.neural.network import Network, Pairs

PART = 20  # graphs at a time: double precision takes memory


@dataclass(frozen=True, slots=True)
class Setting:
    """Where it runs, on how large graphs, and for how long."""

    device: str
    nodes: int
    seconds: float

    @property
    def is_gpu(self) -> bool:
        return self.device == "cuda"

    def graphs(self, count: int) -> Graphs:
        joined = torch.rand(count, self.nodes, self.nodes, device=self.device) < 1.2 / self.nodes
        joined |= torch.eye(self.nodes, device=self.device).roll(1, 0).bool()  # at least a tour
        both = (joined | joined.transpose(1, 2)).byte()
        edges = both.flatten(1).sum(1, dtype=torch.int64)
        points = torch.rand(count, self.nodes, 3, device=self.device)
        return Graphs(nodes=points, joined=both, edges=edges)

    def network(self, name: str) -> Network:
        return Network(ARCHITECTURES[name]).to(self.device)

    def per_second(self, step: Callable[[], object], graphs: int) -> float:
        for _ in range(3):
            step()
        self.wait()
        start, steps = time.perf_counter(), 0
        while time.perf_counter() - start < self.seconds:
            for _ in range(5):
                step()
            steps += 5
            self.wait()
        return steps * graphs / (time.perf_counter() - start)

    def wait(self) -> None:
        if self.is_gpu:
            torch.cuda.synchronize()


def gradient(network: Network) -> torch.Tensor:
    """All gradients in a row; zeros for what the loss does not depend on."""
    return torch.cat(
        [
            (torch.zeros_like(p) if p.grad is None else p.grad).flatten().double()
            for p in network.parameters()
        ]
    )


def exact_loss(network: Network, graphs: Graphs, symmetry: torch.Tensor) -> float:
    """The loss of all graphs in double precision; its gradients are left at the network."""
    pairs, count, total = Pairs(graphs.size, graphs.nodes.device), len(graphs), 0.0
    for start in range(0, count, PART):
        part = torch.arange(start, min(start + PART, count), device=graphs.nodes.device)
        nodes = graphs.turned(part, symmetry[part]).double()
        joined = graphs.joined[part][:, pairs.first, pairs.second] > 0
        score = network(nodes, pairs).double()
        wrong_by = (score[..., 1] - score[..., 0]) * torch.where(joined, -1.0, 1.0)
        edges = graphs.edges.sum()
        share = torch.where(joined, 0.5 / edges, 0.5 / (count * graphs.size**2 - edges))
        loss = (torch.nn.functional.softplus(wrong_by) * share * pairs.weight.double()).sum()
        loss.backward()  # type: ignore[no-untyped-call]
        total += loss.item()
    return total


def check_gradients(setting: Setting, count: int) -> None:
    """Largest difference of loss and gradients to torch in double precision."""
    torch.manual_seed(1)
    graphs, network = setting.graphs(count), setting.network("light")
    exact = setting.network("light").double()
    exact.load_state_dict(network.state_dict())
    trainer = (fused.Fused if setting.is_gpu else Autograd)(network, graphs)
    which = torch.arange(count, device=setting.device)
    loss = trainer.loss(which, which % 8)
    expected = exact_loss(exact, graphs, which % 8)
    ours, theirs = gradient(network), gradient(exact)
    apart = float((ours - theirs).norm() / theirs.norm())
    how = "fused kernel" if setting.is_gpu else "torch, float"
    print(f"{how}: loss {loss.item():.7f}, in double {expected:.7f}; gradients differ {apart:.1e}")


def speed_of_training(setting: Setting, name: str, batch: int, *, with_kernel: bool) -> None:
    graphs, network = setting.graphs(4 * batch), setting.network(name)
    trainer = (fused.Fused if with_kernel else Autograd)(network, graphs)
    adam = torch.optim.Adam(network.parameters(), fused=setting.is_gpu)
    which = torch.randperm(4 * batch, device=setting.device)[:batch]
    symmetry = torch.randint(8, (batch,), device=setting.device)

    def step() -> None:
        trainer.loss(which, symmetry)
        adam.step()

    rate = setting.per_second(step, batch)
    how = "fused kernel" if with_kernel else "compiled, bf16" if setting.is_gpu else "torch"
    print(f"training {name}, {how}, batch {batch}: {rate:,.0f} graphs/s", flush=True)


def speed_of_inference(setting: Setting, name: str, batch: int) -> None:
    network, pairs = setting.network(name), Pairs(setting.nodes, setting.device)
    nodes = torch.rand(batch, setting.nodes, 3, device=setting.device)
    heat = torch.compile(network.heat) if setting.is_gpu else network.heat

    def step() -> None:
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=setting.is_gpu):
            heat(nodes, pairs)

    rate = setting.per_second(step, batch)
    print(f"heat of {name}, batch {batch}: {1000 / rate:.3f} ms a graph", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernel-only", action="store_true")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--nodes", type=int, default=101)
    parser.add_argument("--batches", type=int, nargs="+", default=[132, 528])
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    options = parser.parse_args()
    setting = Setting(options.device, options.nodes, options.seconds)
    torch.set_float32_matmul_precision("high")
    check_gradients(setting, 300 if setting.is_gpu else 30)
    for batch in options.batches:
        speed_of_training(setting, "light", batch, with_kernel=setting.is_gpu)
    if not setting.is_gpu:
        speed_of_inference(setting, "light", options.batches[0])
    elif not options.kernel_only:
        for batch in (64, 256):
            speed_of_inference(setting, "original", batch)
        speed_of_training(setting, "original", 64, with_kernel=False)
        speed_of_inference(setting, "light", 512)
        speed_of_training(setting, "light", 264, with_kernel=False)


if __name__ == "__main__":
    main()
