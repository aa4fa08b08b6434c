"""Loss and gradients of a narrow network in one CUDA kernel, for training at full speed.

The kernel is built on first use, by the CUDA compiler of the machine, and kept in the user's cache.
There is no lock: concurrent builds give the same file, and the last rename wins.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import torch
from torch import Tensor

from kinroute.neural.architecture import Architecture
from kinroute.neural.data import Graphs
from kinroute.neural.network import Network

log = logging.getLogger("kinroute")

_HERE = Path(__file__).parent
_SOURCES = ("launch.cu", "kernel.h", "lanes_cuda.h")
_WIDEST = 10
"""With more channels the sums of a thread no longer fit its registers."""


class Fused:
    """Gradients of a network for a batch of labelled graphs, by the kernel."""

    def __init__(self, network: Network, graphs: Graphs) -> None:
        self._library = _library(network.architecture)
        parameters = list(network.parameters())
        # One flat tensor that the network's own parameters, and their gradients, are views of.
        self._weights = torch.cat([p.detach().flatten() for p in parameters]).contiguous()
        self._gradient = torch.zeros_like(self._weights)
        start = 0
        for parameter in parameters:
            end = start + parameter.numel()
            parameter.data = self._weights[start:end].view_as(parameter)
            parameter.grad = self._gradient[start:end].view_as(parameter)
            start = end
        assert self._library.parameter_count() == start
        device = graphs.nodes.device
        self._blocks = torch.cuda.get_device_properties(device).multi_processor_count
        scratch = self._blocks * self._library.scratch_floats(graphs.size)
        self._scratch = torch.zeros(scratch, dtype=torch.float32, device=device)
        self._graphs = graphs

    def loss(self, which: Tensor, symmetry: Tensor) -> Tensor:
        """The balanced loss of some graphs (1); their gradients replace those of the network."""
        graphs = self._graphs
        nodes = graphs.turned(which, symmetry).contiguous()
        n = graphs.size
        edges = graphs.edges[which].sum()
        per_pair = 0.5 / torch.stack((edges, len(which) * n * n - edges)).float()
        self._gradient.zero_()
        loss = torch.zeros(1, device=nodes.device)
        tensors = self._weights, nodes, graphs.joined, which
        results = per_pair, self._scratch, self._gradient, loss
        error = self._library.learn(
            *(tensor.data_ptr() for tensor in tensors),
            len(which),
            n,
            *(tensor.data_ptr() for tensor in results),
            self._blocks,
            torch.cuda.current_stream().cuda_stream,
        )
        if error:
            raise RuntimeError(f"the CUDA kernel failed: {self._library.reason(error).decode()}")
        return loss


def is_available(architecture: Architecture, device: torch.device) -> bool:
    """Whether the kernel can be used: a narrow network, a GPU, and a compiler or a built kernel."""
    if device.type != "cuda" or architecture.width > _WIDEST:
        return False
    return _built(architecture).exists() or shutil.which("nvcc") is not None


def _library(architecture: Architecture) -> ctypes.CDLL:
    path = _built(architecture)
    if not path.exists():
        _build(architecture, path)
    library = ctypes.CDLL(str(path))
    pointer = ctypes.c_void_p
    numbers = [ctypes.c_int] * 2
    library.learn.argtypes = [*[pointer] * 4, *numbers, *[pointer] * 4, ctypes.c_int, pointer]
    library.scratch_floats.restype = ctypes.c_long
    library.reason.restype = ctypes.c_char_p
    return library


def _built(architecture: Architecture) -> Path:
    """The file of the built kernel; its name has a hash of the source."""
    sources = b"".join((_HERE / name).read_bytes() for name in _SOURCES)
    key = hashlib.sha256(sources).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "kinroute" / f"fused-{architecture.width}-{architecture.depth}-{key}.so"


def _build(architecture: Architecture, path: Path) -> None:
    log.info("building the CUDA kernel, once; this takes a minute or two")
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        beside = Path(folder) / path.name
        command = [
            *(
                "nvcc",
                "-O3",
                "-use_fast_math",
                "-std=c++20",
                "-arch=native",
                "-shared",
                "-Xcompiler",
                "-fPIC",
            ),
            f"-DKINROUTE_WIDTH={architecture.width}",
            f"-DKINROUTE_DEPTH={architecture.depth}",
            *(str(_HERE / "launch.cu"), "-o", str(beside)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"nvcc could not build the kernel:\n{done.stderr.strip()}")
        beside.replace(path)
