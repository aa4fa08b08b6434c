"""CUDA GPUs: whether there is one, and inference on it, many graphs at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinroute.errors import ConfigError
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
            'torch finds no CUDA GPU; use device "cpu", or install "kinroute[neural]" on a machine '
            "with a GPU"
        )
    import torch

    from kinroute.neural.network import Network, Pairs

    network = Network(model.architecture)
    network.load_state_dict({name: torch.tensor(t) for name, t in model.tensors().items()})
    network.to(device).eval()
    if device == "cuda":
        for part in (*network.layers, network.head):
            part.compile()

    def rows_of(nodes: FloatArray, rows: list[list[int]]) -> list[FloatArray]:
        pairs = Pairs(nodes.shape[1], device)
        results: list[FloatArray] = []
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=device == "cuda"):
            for start in range(0, len(nodes), _BATCH):
                batch = torch.tensor(nodes[start : start + _BATCH], device=device)
                # A fixed batch size: the same kernels, so the same result, and one compilation.
                full = torch.nn.functional.pad(batch, (0, 0, 0, 0, 0, _BATCH - len(batch)))
                heat = network.heat(full, pairs)[:, pairs.place].float().cpu().numpy()
                needed = rows[start : start + _BATCH]
                results += [heat[k, which] for k, which in enumerate(needed)]
        return results

    return rows_of
