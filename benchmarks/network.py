"""How fast is the network on a GPU, and do its kernels agree with torch?

    python benchmarks/network.py [--kernel-only]
    python benchmarks/network.py --device cpu --nodes 12 --batches 2 --seconds 0.1

Random graphs of 101 nodes. Without a GPU, plain torch takes the place of the kernels, and only the
small network is measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch

from kinroute.neural.architecture import ARCHITECTURES
from kinroute.neural.data import Graphs
from kinroute.neural.evaluation import odds_of
from kinroute.neural.gradients import Autograd, fastest
from kinroute.neural.network import Network, Pairs

PART = 20  # graphs at a time: double precision takes memory
KERNELS = {"light": "fused kernel", "original": "wide kernels, bf16"}
COMPARED = {"light": 300, "original": 4}  # graphs
BATCHES = {"light": (132, 528), "original": (48, 64, 128)}


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


def check_gradients(setting: Setting, name: str, count: int) -> None:
    """Relative difference of loss and gradients to torch in double precision."""
    torch.manual_seed(1)
    graphs, network = setting.graphs(count), setting.network(name)
    exact = setting.network(name).double()
    exact.load_state_dict(network.state_dict())
    which = torch.arange(count, device=setting.device)
    loss = fastest(network, graphs).loss(which, which % 8)
    expected = exact_loss(exact, graphs, which % 8)
    ours, theirs = gradient(network), gradient(exact)
    apart = float((ours - theirs).norm() / theirs.norm())
    how = KERNELS[name] if setting.is_gpu else "torch, float"
    print(
        f"{name}, {how}: loss {loss.item():.7f}, in double {expected:.7f}; "
        f"gradients differ {apart:.1e}",
        flush=True,
    )


def speed_of_training(setting: Setting, name: str, batch: int, *, by_torch: bool = False) -> None:
    graphs, network = setting.graphs(4 * batch), setting.network(name)
    trainer = (Autograd if by_torch else fastest)(network, graphs)
    adam = torch.optim.Adam(network.parameters(), fused=setting.is_gpu)
    which = torch.randperm(4 * batch, device=setting.device)[:batch]
    symmetry = torch.randint(8, (batch,), device=setting.device)

    def step() -> None:
        trainer.loss(which, symmetry)
        adam.step()

    rate = setting.per_second(step, batch)
    how = "torch" if not setting.is_gpu else "compiled, bf16" if by_torch else KERNELS[name]
    print(f"training {name}, {how}, batch {batch}: {rate:,.0f} graphs/s", flush=True)


def speed_of_inference(setting: Setting, name: str, batch: int) -> None:
    odds = odds_of(setting.network(name), setting.nodes, batch)
    nodes = torch.rand(batch, setting.nodes, 3, device=setting.device)
    rate = setting.per_second(lambda: odds(nodes), batch)
    print(f"heat of {name}, batch {batch}: {1000 / rate:.3f} ms a graph", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernel-only", action="store_true", help="not by torch.compile")
    parser.add_argument("--network", choices=BATCHES, help="only this one")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--nodes", type=int, default=101)
    parser.add_argument("--batches", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=3.0, help="of each measurement")
    options = parser.parse_args()
    setting = Setting(options.device, options.nodes, options.seconds)
    print(torch.cuda.get_device_name() if setting.is_gpu else "CPU", flush=True)
    torch.set_float32_matmul_precision("high")
    networks = [options.network] if options.network else BATCHES if setting.is_gpu else ["light"]
    for name in networks:
        check_gradients(setting, name, COMPARED[name] if setting.is_gpu else 30)
        for batch in options.batches or BATCHES[name]:
            speed_of_training(setting, name, batch)
            speed_of_inference(setting, name, batch)
    if setting.is_gpu and not options.kernel_only:
        for name in networks:
            speed_of_training(setting, name, BATCHES[name][1], by_torch=True)


if __name__ == "__main__":
    main()
