"""Training a network on labelled graphs, by the paper's rules.

A run lives in a folder: `checkpoint.safetensors` with all that is needed to go on, and `log.csv`.
Random choices follow from the seed and the number of the epoch, so a run that was killed and
resumed is the same run.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor

from kinroute.errors import ConfigError, ModelError
from kinroute.io.atomic import write_text
from kinroute.neural import fused
from kinroute.neural.architecture import Architecture
from kinroute.neural.data import Graphs
from kinroute.neural.files import read_tensors, write_tensors
from kinroute.neural.models import Model
from kinroute.neural.network import Network, Pairs, balanced_loss

log = logging.getLogger("kinroute")

CHECKPOINT, LOG = "checkpoint.safetensors", "log.csv"
RECALL_AT = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """How a network is trained. The defaults are the paper's Model #1, but for the batch."""

    architecture: Architecture = field(default_factory=Architecture)
    epochs: int = 500
    graphs_per_epoch: int = 24_000
    batch: int = 132
    learning_rate: float = 1e-3
    decay: float = 1.01
    """What the learning rate is divided by when validation no longer gets better."""
    enough: float = 0.99
    """Better means at most this share of the last loss."""
    validate_every: int = 5
    """Epochs."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("epochs", "graphs_per_epoch", "batch", "validate_every"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} = {getattr(self, name)}; use 1 or more")
        if not self.learning_rate > 0:
            raise ConfigError(f"learning_rate = {self.learning_rate}; use more than 0")
        if not self.decay >= 1:
            raise ConfigError(f"decay = {self.decay}; use 1 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Epoch:
    """A line of the log."""

    epoch: int
    loss: float
    """Mean over the graphs of the epoch."""
    validation: float
    """NaN in epochs without a look at the validation graphs."""
    learning_rate: float
    seconds: float
    """Since the run began, over all its parts."""


Observer = Callable[[Epoch], None]


class Trainer(Protocol):
    """Whatever computes a loss and leaves its gradients at the network's parameters."""

    def loss(self, which: Tensor, symmetry: Tensor) -> Tensor: ...


class Autograd:
    """The plain way: torch differentiates; on a card compiled, in bf16."""

    def __init__(self, network: Network, graphs: Graphs) -> None:
        self._graphs = graphs
        self._pairs = Pairs(graphs.size, graphs.nodes.device)
        self._network = network
        self._is_on_card = graphs.nodes.device.type == "cuda"
        if self._is_on_card:  # layer by layer: they are alike, so one is compiled for all
            for part in (*network.layers, network.head):
                part.compile()

    def loss(self, which: Tensor, symmetry: Tensor) -> Tensor:
        nodes = self._graphs.turned(which, symmetry)
        joined = self._graphs.joined[which][:, self._pairs.first, self._pairs.second] > 0
        for parameter in self._network.parameters():
            parameter.grad = None
        with torch.autocast("cuda", torch.bfloat16, enabled=self._is_on_card):
            scores = self._network(nodes, self._pairs)
        loss = balanced_loss(scores, joined, self._pairs.weight)
        loss.backward()  # type: ignore[no-untyped-call]
        return loss.detach()


@dataclass(slots=True, kw_only=True)
class _State:
    """What changes while a run goes on, besides the network."""

    epoch: int = 0
    learning_rate: float = 0.0
    last_validation: float = math.inf
    seconds: float = 0.0
    lines: list[Epoch] = field(default_factory=list)


class Training:
    """One run in its folder: new, or the one that is there."""

    def __init__(
        self,
        folder: Path,
        config: TrainingConfig,
        graphs: Graphs,
        validation: Graphs,
        *,
        data: dict[str, Any],
    ) -> None:
        """Begin, or go on from the checkpoint in the folder; `data` says what the labels are."""
        self.folder, self.config, self.data = folder, config, data
        self._graphs, self._validation = graphs, validation
        device = graphs.nodes.device
        torch.manual_seed(config.seed)
        self.network = Network(config.architecture).to(device)
        trains_fused = fused.is_available(config.architecture, device)
        self._trainer: Trainer = (fused.Fused if trains_fused else Autograd)(self.network, graphs)
        self._adam = torch.optim.Adam(
            self.network.parameters(), lr=config.learning_rate, fused=device.type == "cuda"
        )
        self._state = _State(learning_rate=config.learning_rate)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            self._resume()

    @property
    def epoch(self) -> int:
        """How many epochs are behind."""
        return self._state.epoch

    @property
    def lines(self) -> tuple[Epoch, ...]:
        """The log so far."""
        return tuple(self._state.lines)

    def run(self, observer: Observer | None = None, *, seconds: float | None = None) -> None:
        """Train to the last epoch, or for some seconds; a checkpoint is kept on the way."""
        begin = saved = time.monotonic()
        before = self._state.seconds
        while self._state.epoch < self.config.epochs:
            loss = self._train_epoch()
            self._state.epoch += 1
            self._state.seconds = before + time.monotonic() - begin
            line = self._look(loss)
            self._state.lines.append(line)
            if observer is not None:
                observer(line)
            is_over = seconds is not None and time.monotonic() - begin > seconds
            is_last = self._state.epoch == self.config.epochs
            if is_over or is_last or time.monotonic() - saved > 20:
                self.save()
                saved = time.monotonic()
            if is_over:
                return

    def save(self) -> None:
        """Write the checkpoint and the log, each whole or not at all."""
        tensors = {f"network.{name}": p for name, p in self.network.named_parameters()}
        for name, parameter in self.network.named_parameters():
            for key, value in self._adam.state.get(parameter, {}).items():
                tensors[f"adam.{key}.{name}"] = value
        state = asdict(self._state)
        about = {
            "format": "kinroute-checkpoint",
            "config": asdict(self.config),
            "data": self.data,
            "state": state,
        }
        write_tensors(self.folder / CHECKPOINT, tensors, about)
        names = list(Epoch.__dataclass_fields__)
        rows = [",".join(f"{getattr(line, name):.8g}" for name in names) for line in self.lines]
        write_text(self.folder / LOG, "\n".join([",".join(names), *rows]) + "\n")

    def _resume(self) -> None:
        path = self.folder / CHECKPOINT
        tensors, about = read_tensors(path)
        if about.get("format") != "kinroute-checkpoint":
            raise ModelError("not a checkpoint of a training", source=str(path))
        try:
            is_same = {**about["config"], "epochs": 1} == asdict(replace(self.config, epochs=1))
            is_same = is_same and about["data"] == self.data
            state = dict(about["state"])
            lines = [Epoch(**line) for line in state.pop("lines")]
            if is_same:
                self._restore(tensors)
                self._state = _State(**state, lines=lines)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"damaged: {error}", source=str(path)) from None
        if not is_same:
            raise ConfigError(
                f"{path}: this run was begun with other settings or other labels\n"
                "Go on with the same ones, or give another folder."
            )
        log.info("going on after epoch %d", self._state.epoch)

    def _restore(self, tensors: dict[str, Tensor]) -> None:
        """Put parameters and the optimiser's state back; raises ValueError where they don't fit."""
        device = self._graphs.nodes.device
        for name, parameter in self.network.named_parameters():
            value = tensors[f"network.{name}"].to(device)
            if value.shape != parameter.shape:
                raise ValueError(f"{name} has shape {tuple(value.shape)}")
            with torch.no_grad():
                parameter.copy_(value)
            if f"adam.step.{name}" in tensors:  # what no loss reaches has none
                for key in ("step", "exp_avg", "exp_avg_sq"):
                    kept = tensors[f"adam.{key}.{name}"].to(device)
                    self._adam.state[parameter][key] = kept.clone()

    def _train_epoch(self) -> float:
        for group in self._adam.param_groups:
            group["lr"] = self._state.learning_rate
        losses = []
        for which, symmetry in self._batches():
            losses.append(self._trainer.loss(which, symmetry) * len(which))
            self._adam.step()
        return float(sum(losses)) / self.config.graphs_per_epoch

    def _batches(self) -> Iterator[tuple[Tensor, Tensor]]:
        """The graphs of an epoch in random order, each turned or mirrored at random."""
        config, device = self.config, self._graphs.nodes.device
        dice = torch.Generator().manual_seed(config.seed * 1_000_003 + self._state.epoch)
        count = config.graphs_per_epoch
        rounds = -(-count // len(self._graphs))
        orders = [torch.randperm(len(self._graphs), generator=dice) for _ in range(rounds)]
        which = torch.cat(orders)[:count].to(device)
        symmetry = torch.randint(8, (count,), generator=dice).to(device)
        for start in range(0, count, config.batch):
            yield which[start : start + config.batch], symmetry[start : start + config.batch]

    def _look(self, loss: float) -> Epoch:
        """The line of an epoch; now and then with a look at the validation graphs."""
        state, rate = self._state, self._state.learning_rate
        validation = math.nan
        if state.epoch % self.config.validate_every == 0 or state.epoch == self.config.epochs:
            validation = validation_loss(self.network, self._validation)
            if validation > self.config.enough * state.last_validation:
                state.learning_rate = rate / self.config.decay
            state.last_validation = validation
        return Epoch(
            epoch=state.epoch,
            loss=loss,
            validation=validation,
            learning_rate=rate,
            seconds=state.seconds,
        )

    def model(self, name: str) -> Model:
        """The network as it is now, with a card that says what a user should know of it."""
        weights = torch.cat([p.detach().float().flatten() for p in self.network.parameters()])
        device = self._graphs.nodes.device
        is_on_card = device.type == "cuda"
        model = Model(
            name=name,
            architecture=self.config.architecture,
            weights=weights.cpu().numpy(),
            card={
                "parameters": self.config.architecture.parameters,
                "data": self.data,
                "training_graphs": len(self._graphs),
                "validation_graphs": len(self._validation),
                "presentations": self._state.epoch * self.config.graphs_per_epoch,
                "planned": self.config.epochs * self.config.graphs_per_epoch,
                "batch": self.config.batch,
                "validation_loss": round(validation_loss(self.network, self._validation), 6),
                f"recall_at_{RECALL_AT}": round(
                    recall(self.network, self._validation, RECALL_AT), 6
                ),
                "training_seconds": round(self._state.seconds, 1),
                "device": torch.cuda.get_device_name(device) if is_on_card else "CPU",
            },
        )
        model.card["sha256"] = model.sha256
        return model


def _scores(network: Network, graphs: Graphs, batch: int) -> Iterator[tuple[slice, Tensor, Pairs]]:
    pairs = Pairs(graphs.size, graphs.nodes.device)
    is_wide = network.architecture.width > 32 and graphs.nodes.device.type == "cuda"
    with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=is_wide):
        for start in range(0, len(graphs), batch):
            part = slice(start, start + batch)
            yield part, network(graphs.nodes[part], pairs), pairs


def validation_loss(network: Network, graphs: Graphs, batch: int = 50) -> float:
    """The balanced loss over all graphs as one batch."""
    sums = torch.zeros(4, device=graphs.nodes.device)
    for part, scores, pairs in _scores(network, graphs, batch):
        joined = graphs.joined[part][:, pairs.first, pairs.second] > 0
        odds = scores[..., 1] - scores[..., 0]
        surprise = torch.nn.functional.softplus(torch.where(joined, -odds, odds)) * pairs.weight
        among = torch.where(joined, pairs.weight, 0.0)
        sums += torch.stack(
            (
                (surprise * joined).sum(),
                among.sum(),
                (surprise * ~joined).sum(),
                (pairs.weight - among).sum(),
            )
        )
    joined_sum, joined_count, other_sum, other_count = sums.tolist()
    return float(0.5 * (joined_sum / joined_count + other_sum / other_count))


def recall(network: Network, graphs: Graphs, k: int, batch: int = 50) -> float:
    """The share of the solutions' steps between customers that lead to one of the k hottest."""
    found = total = 0.0
    for part, scores, pairs in _scores(network, graphs, batch):
        heat = (scores[..., 1] - scores[..., 0])[:, pairs.place][:, 1:, 1:].clone()
        heat.diagonal(dim1=1, dim2=2).fill_(-math.inf)
        hottest = heat.topk(min(k, heat.shape[-1]), dim=-1).indices
        joined = graphs.joined[part][:, 1:, 1:]
        found += float(joined.gather(2, hottest).sum())
        total += float(joined.sum(dtype=torch.int64))
    return found / total


def device_named(name: str) -> torch.device:
    """The device of that name; `auto` is a card where there is one."""
    if name not in ("auto", "cpu", "cuda"):
        raise ConfigError(f"device {name!r}; use auto, cpu or cuda")
    if name == "cuda" and not torch.cuda.is_available():
        raise ConfigError("torch sees no CUDA card here; use auto or cpu")
    is_card = name != "cpu" and torch.cuda.is_available()
    return torch.device("cuda" if is_card else "cpu")


def described(data: Any) -> dict[str, Any]:
    """What a checkpoint and a card say of labels: their manifest without the list of shards."""
    values = {k: v for k, v in asdict(data).items() if k not in ("shards", "settings")}
    shards = json.dumps([asdict(shard) for shard in data.shards], sort_keys=True)
    return {**values, "labels": data.done, "sha256": hashlib.sha256(shards.encode()).hexdigest()}
