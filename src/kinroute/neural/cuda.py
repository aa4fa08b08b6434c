"""CUDA GPUs: whether there is one, and inference on it, many graphs at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinroute.errors import ConfigError
from kinroute.io.optional_imports import install_command
from kinroute.neural.graphs import FloatArray
from kinroute.neural.inference import RowInference
from kinroute.neural.models import Model

if TYPE_CHECKING:
    import torch

_BATCH = 64


def is_available() -> bool:
    """Whether torch is installed and finds a GPU."""
    try:
        import torch
    except ImportError:
        return False
    return torch.cuda.is_available()


def torch_device(name: str) -> torch.device:
    """The device of that name; `auto` is the GPU where there is one."""
    import torch

    if name not in ("auto", "cpu", "cuda"):
        raise ConfigError(f"device {name!r}; use auto, cpu or cuda")
    if name == "cuda" and not is_available():
        raise ConfigError("torch finds no CUDA GPU; use auto or cpu")
    return torch.device("cuda" if name != "cpu" and is_available() else "cpu")


def batched(model: Model, *, device: str = "cuda") -> RowInference:
    """Inference in batches by torch; raises ConfigError where there is no GPU."""
    if device == "cuda" and not is_available():
        raise ConfigError(
            'torch finds no CUDA GPU; use device "cpu", or a machine with a GPU and torch: '
            + install_command("neural")
        )
    import torch

    from kinroute.neural import wide
    from kinroute.neural.evaluation import Odds, odds_of
    from kinroute.neural.network import Network, Pairs

    network = Network(model.architecture)
    network.load_state_dict({name: torch.tensor(t) for name, t in model.tensors().items()})
    network.to(device).eval()
    if device == "cuda" and not wide.is_available(model.architecture, device):
        for part in (*network.layers, network.head):
            part.compile()
    made: dict[int, Odds] = {}

    def rows_of(nodes: FloatArray, rows: list[list[int]]) -> list[FloatArray]:
        n = nodes.shape[1]
        if n not in made:
            made.clear()  # of graphs of another size
            made[n] = odds_of(network, n, _BATCH)
        pairs = Pairs(n, device)
        results: list[FloatArray] = []
        for start in range(0, len(nodes), _BATCH):
            batch = torch.tensor(nodes[start : start + _BATCH], device=device)
            # A fixed batch size: the same kernels, so the same result.
            full = torch.nn.functional.pad(batch, (0, 0, 0, 0, 0, _BATCH - len(batch)))
            heat = torch.sigmoid(made[n](full))[:, pairs.place].float().cpu().numpy()
            needed = rows[start : start + _BATCH]
            results += [heat[k, which] for k, which in enumerate(needed)]
        return results

    return rows_of
