"""Asking a network on a CUDA card, many graphs at a time."""

from __future__ import annotations

from kinroute.errors import ConfigError
from kinroute.neural.graphs import FloatArray
from kinroute.neural.heat import Ask
from kinroute.neural.models import Model

_BATCH = 64


def is_there() -> bool:
    """Whether torch is installed and sees a card."""
    try:
        import torch
    except ImportError:
        return False
    return torch.cuda.is_available()


def asked(model: Model, *, device: str = "cuda") -> Ask:
    """A function that asks the model; raises ConfigError where there is no card."""
    if device == "cuda" and not is_there():
        raise ConfigError(
            'no CUDA card is there for torch to use; take device "cpu", or install '
            '"kinroute[neural]" on a machine with a card'
        )
    import torch

    from kinroute.neural.network import Network, Pairs

    network = Network(model.architecture)
    network.load_state_dict({name: torch.tensor(t) for name, t in model.tensors().items()})
    network.to(device).eval()
    if device == "cuda":
        for part in (*network.layers, network.head):
            part.compile()

    def ask(nodes: FloatArray, rows: list[list[int]]) -> list[FloatArray]:
        pairs = Pairs(nodes.shape[1], device)
        results: list[FloatArray] = []
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=device == "cuda"):
            for start in range(0, len(nodes), _BATCH):
                batch = torch.tensor(nodes[start : start + _BATCH], device=device)
                # Always as many graphs: the same kernels, so the same answer, and one compilation.
                full = torch.nn.functional.pad(batch, (0, 0, 0, 0, 0, _BATCH - len(batch)))
                heat = network.heat(full, pairs)[:, pairs.place].float().cpu().numpy()
                wanted = rows[start : start + _BATCH]
                results += [heat[k, which] for k, which in enumerate(wanted)]
        return results

    return ask
