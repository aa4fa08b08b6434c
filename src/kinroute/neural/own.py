"""Networks of one's own: an architecture in a Python file, trained by `kinroute train`.

    class MyNetwork(torch.nn.Module):       # or a function that returns a module
        def __init__(self): ...
        def forward(self, nodes):           # (b, n, 3): x, y, demand / capacity; the depot first
            ...                             # (b, n, n): log odds that a good solution has an edge

Coordinates are scaled to the unit square. Scores of (i, j) and (j, i) are averaged. A trained one
is used as a function: `RUN/NAME.py:scores`.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, cast

import torch
from torch import Tensor, nn

from kinroute.errors import ConfigError, InputError, ModelError
from kinroute.io.atomic import write_text
from kinroute.neural.files import read_tensors, write_tensors
from kinroute.neural.graphs import FloatArray
from kinroute.neural.inference import RowInference, inferred_lists
from kinroute.neural.models import OWN_FORMAT, SUFFIX
from kinroute.neural.network import Network, Pairs
from kinroute.problem.instance import Instance
from kinroute.relatedness.functions import loaded
from kinroute.relatedness.neighbours import Neighbours

_COPY = "architecture.py"
_BATCH = 64
_PROBE_NODES = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnArchitecture:
    """An architecture by its text, `file.py:Class` or `module:Class`."""

    name: str
    sha256: str
    """Hash of the file; empty for a module."""
    parameters: int
    width: int = 1_000_000
    """Unknown: it counts as wide, so no kernel for narrow networks is used."""

    @classmethod
    def of(cls, name: str) -> Self:
        """The architecture of that text; raises ConfigError unless it can be trained."""
        module = _module(name)
        count = sum(parameter.numel() for parameter in module.parameters())
        if not count:
            raise ConfigError(f"{name} has no parameters to train")
        _require_scores(name, module)
        file = Path(name.rpartition(":")[0])
        digest = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
        return cls(name=name, sha256=digest, parameters=count)


class OwnNetwork(nn.Module):
    """A module of the user's with the interface of `Network`."""

    def __init__(self, architecture: OwnArchitecture) -> None:
        super().__init__()
        self.architecture = architecture
        self.head = _module(architecture.name)
        self.layers: tuple[nn.Module, ...] = ()

    def forward(self, nodes: Tensor, pairs: Pairs) -> Tensor:
        """From (b, n, 3) to class scores (b, m, 2)."""
        odds = self.head(nodes).float()
        odds = (odds + odds.transpose(1, 2)) / 2
        chosen = odds[:, pairs.first, pairs.second]
        return torch.stack((torch.zeros_like(chosen), chosen), dim=-1)


def network_of(architecture: Any) -> Network:
    """The network of an architecture of ours or of the user's."""
    if isinstance(architecture, OwnArchitecture):
        return cast(Network, OwnNetwork(architecture))
    return Network(architecture)


def write_own(folder: Path, network: Network, card: dict[str, Any]) -> str:
    """Write weights, a copy of the architecture's file, and a function; return the model's text."""
    architecture = cast(OwnArchitecture, network.architecture)
    place, _, name = architecture.name.rpartition(":")
    own = cast(OwnNetwork, network)
    about = {"format": OWN_FORMAT, "architecture": architecture.name, "card": card}
    write_tensors(folder / f"{folder.name}{SUFFIX}", own.head.state_dict(), about)
    here = f'str(Path(__file__).with_name("{_COPY}"))'
    where = here if place.endswith(".py") else repr(place)
    if place.endswith(".py") and Path(place).resolve() != (folder / _COPY).resolve():
        shutil.copyfile(place, folder / _COPY)
    text = (
        f'"""Scores by {name}, trained by `kinroute train`: --model {folder.name}.py:scores."""\n\n'
        "from pathlib import Path\n\n"
        "from kinroute.neural.own import trained\n\n"
        f"weights = Path(__file__).with_name({f'{folder.name}{SUFFIX}'!r})\n"
        f'scores = trained(weights, {where} + ":{name}")\n'
    )
    write_text(folder / f"{folder.name}.py", text)
    return f"{folder / folder.name}.py:scores"


def trained(weights: Path, architecture: str) -> Callable[[Instance], Neighbours]:
    """The function of a trained network of one's own; it is loaded when it is first called."""
    rows: list[RowInference] = []

    def scores(instance: Instance) -> Neighbours:
        if not rows:
            rows.append(_rows(_restored(weights, architecture)))
        return inferred_lists(instance, weights.stem, lambda graphs: rows[0])

    return scores


def _restored(weights: Path, architecture: str) -> nn.Module:
    tensors, about = read_tensors(weights)
    if about.get("format") != OWN_FORMAT:
        raise ModelError("not the weights of an architecture of one's own", source=str(weights))
    module = _module(architecture)
    try:
        module.load_state_dict(tensors)
    except RuntimeError as error:
        raise ModelError(f"does not fit {architecture}: {error}", source=str(weights)) from None
    return module.eval()


def _rows(module: nn.Module) -> RowInference:
    """Rows of heat by torch, on a GPU where there is one."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    module.to(device)

    def rows_of(nodes: FloatArray, rows: list[list[int]]) -> list[FloatArray]:
        heats: list[FloatArray] = []
        with torch.no_grad():
            for start in range(0, len(nodes), _BATCH):
                odds = module(torch.tensor(nodes[start : start + _BATCH], device=device)).float()
                heat = torch.sigmoid((odds + odds.transpose(1, 2)) / 2).cpu().numpy()
                needed = rows[start : start + _BATCH]
                heats += [heat[number, which] for number, which in enumerate(needed)]
        return heats

    return rows_of


def _module(name: str) -> nn.Module:
    """A new module of the architecture."""
    try:
        made = loaded(name, "")()
    except InputError:
        raise
    except Exception as error:
        raise ConfigError(f"{name}() fails with {type(error).__name__}: {error}") from error
    if not isinstance(made, nn.Module):
        what = type(made).__name__
        raise ConfigError(f"{name}() is a {what}; use a class or function that makes a nn.Module")
    return made


def _require_scores(name: str, module: nn.Module) -> None:
    nodes = torch.rand(2, _PROBE_NODES, 3)
    try:
        with torch.no_grad():
            shape = tuple(module(nodes).shape)
    except Exception as error:
        raise ConfigError(
            f"{name} fails on nodes of shape (2, {_PROBE_NODES}, 3) with "
            f"{type(error).__name__}: {error}"
        ) from error
    wanted = (2, _PROBE_NODES, _PROBE_NODES)
    if shape != wanted:
        raise ConfigError(f"{name} maps nodes (b, n, 3) to {shape}; use scores {wanted}, (b, n, n)")
