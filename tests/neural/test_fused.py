import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch

from kinroute.neural import fused
from kinroute.neural.architecture import ARCHITECTURES, Architecture
from kinroute.neural.network import Pairs, balanced_loss
from tests.neural.small import some_graphs, some_network

COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
WRAPPER = """
#include "lanes_serial.h"

#include "kernel.h"

#include <vector>

extern "C" int parameter_count() { return parameters; }

extern "C" void learn(float const *weights, float const *nodes, unsigned char const *joined,
                      long const *graphs, int count, int n, float const *per_pair, float *gradient,
                      float *loss) {
    std::vector<float> edges(static_cast<long>(edge_planes) * n * padded(n));
    std::vector<float> memory(shared_floats(n));
    learn_batch(weights, nodes, joined, graphs, count, n, per_pair, edges.data(), gradient, loss,
                memory.data());
}
"""


def built(folder: Path, architecture: Architecture) -> ctypes.CDLL:
    """The kernel as one thread on this machine."""
    (folder / "serial.cpp").write_text(WRAPPER)
    command = [
        *(str(COMPILER), "-std=c++20", "-O1", "-shared", "-fPIC", "-w"),
        f"-DKINROUTE_WIDTH={architecture.width}",
        f"-DKINROUTE_DEPTH={architecture.depth}",
        f"-I{Path(fused.__file__).parent}",
        *("serial.cpp", "-o", "serial.so"),
    ]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "serial.so"))


@pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")
@pytest.mark.parametrize(
    "architecture", [ARCHITECTURES["light"], Architecture(width=4, depth=1)], ids=["light", "tiny"]
)
def test_loss_and_gradients_are_those_of_torch(tmp_path: Path, architecture: Architecture) -> None:
    library = built(tmp_path, architecture)
    assert library.parameter_count() == architecture.parameters
    graphs, network = some_graphs(5, 12), some_network(architecture).double()
    n, which, symmetry = graphs.size, torch.tensor([3, 0, 4]), torch.tensor([1, 6, 0])
    pairs, nodes = Pairs(n), graphs.turned(which, symmetry).contiguous()
    joined = graphs.joined[which][:, pairs.first, pairs.second] > 0
    expected = balanced_loss(network(nodes.double(), pairs), joined, pairs.weight)
    expected.backward()  # type: ignore[no-untyped-call]
    theirs = torch.cat(
        [
            (torch.zeros_like(p) if p.grad is None else p.grad).flatten()
            for p in network.parameters()
        ]
    )
    edges = int(graphs.edges[which].sum())
    per_pair = (ctypes.c_float * 2)(0.5 / edges, 0.5 / (3 * n * n - edges))
    weights = torch.cat([p.detach().float().flatten() for p in network.parameters()])
    gradient, loss = torch.zeros(len(weights)), torch.zeros(1)
    pointers = [ctypes.c_void_p(t.data_ptr()) for t in (weights, nodes, graphs.joined, which)]
    library.learn(
        *pointers,
        *(3, n, per_pair),
        *(ctypes.c_void_p(t.data_ptr()) for t in (gradient, loss)),
    )
    assert loss.item() == pytest.approx(expected.item(), abs=1e-5)
    np.testing.assert_allclose(gradient.numpy(), theirs.numpy(), atol=1e-5)
    assert np.abs(theirs.numpy()).max() > 1e-2


def test_the_kernel_is_for_narrow_networks_on_a_card() -> None:
    light, card = ARCHITECTURES["light"], torch.device("cuda")
    assert not fused.is_available(light, torch.device("cpu"))
    assert not fused.is_available(ARCHITECTURES["original"], card)


def test_another_shape_is_another_kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    paths = {fused._built(Architecture(width=w, depth=d)) for w, d in ((10, 5), (10, 4), (8, 5))}
    assert len(paths) == 3
    assert {path.parent for path in paths} == {tmp_path / "kinroute"}
