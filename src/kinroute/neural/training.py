"""Training of a network on labelled graphs, by the paper's rules.

The folder of a run holds `checkpoint.safetensors`, from which it can be resumed, and `log.csv`.
Random numbers depend on the seed and the epoch only, so a run that was killed and resumed gives the
same network.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, cast, get_args

import torch
from torch import Tensor

from kinroute.errors import ConfigError, ModelError
from kinroute.io.atomic import write_text
from kinroute.neural.architecture import Architecture
from kinroute.neural.data import ANGLES, Graphs
from kinroute.neural.files import read_tensors, write_tensors
from kinroute.neural.gradients import Autograd, Gradients, fastest
from kinroute.neural.mixed import AnyGraphs, gradients_for, recall, validation_loss
from kinroute.neural.models import Model
from kinroute.neural.own import OwnArchitecture, network_of

log = logging.getLogger("kinroute")

CHECKPOINT, LOG = "checkpoint.safetensors", "log.csv"
RECALL_AT = 15


Schedule = Literal["plateau", "cosine"]
Augmentation = Literal["none", "symmetries", "rotations"]
_SYMMETRIES: dict[Augmentation, int] = {"none": 1, "symmetries": 8, "rotations": 8 * ANGLES}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """Settings of a training. The defaults are the paper's Model #1, except for the batch."""

    architecture: Architecture | OwnArchitecture = field(default_factory=Architecture)
    epochs: int = 500
    graphs_per_epoch: int = 24_000
    batch: int = 132
    learning_rate: float = 1e-3
    schedule: Schedule = "plateau"
    """`plateau` divides the learning rate by `decay` when the validation loss stagnates; `cosine`
    lets it fall to zero over the epochs of the run."""
    augmentation: Augmentation = "symmetries"
    """Graphs are presented as they are, under one of the square's symmetries, or also turned by
    any angle."""
    warmup: int = 0
    """Steps over which the learning rate rises, at the start and where Adam starts anew."""
    decay: float = 1.01
    enough: float = 0.99
    """An improvement is a validation loss of at most this share of the last one."""
    validate_every: int = 5
    """Epochs."""
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("epochs", "graphs_per_epoch", "batch", "validate_every"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} = {getattr(self, name)}; use 1 or more")
        for name, choices in (("schedule", Schedule), ("augmentation", Augmentation)):
            if getattr(self, name) not in get_args(choices):
                known = ", ".join(get_args(choices))
                raise ConfigError(f"{name} {getattr(self, name)!r}; use one of {known}")
        if self.warmup < 0:
            raise ConfigError(f"warmup = {self.warmup}; use 0 or more")
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
    """NaN in epochs without validation."""
    learning_rate: float
    seconds: float
    """Training time of the run so far, over all calls."""


Observer = Callable[[Epoch], None]


@dataclass(slots=True, kw_only=True)
class _State:
    """The state of a run besides network and optimiser."""

    epoch: int = 0
    learning_rate: float = 0.0
    last_validation: float = math.inf
    seconds: float = 0.0
    lines: list[Epoch] = field(default_factory=list)


class Training:
    """One run in its folder, new or resumed."""

    def __init__(
        self,
        folder: Path,
        config: TrainingConfig,
        graphs: AnyGraphs,
        validation: AnyGraphs,
        *,
        data: dict[str, Any],
    ) -> None:
        """Start, or resume from the checkpoint in the folder; `data` describes the labels."""
        self.folder, self.config, self.data = folder, config, data
        self._graphs, self._validation = graphs, validation
        device = graphs.device
        torch.manual_seed(config.seed)
        self.network = network_of(config.architecture).to(device)
        has_kernels = isinstance(config.architecture, Architecture) and isinstance(graphs, Graphs)
        make = fastest if has_kernels else Autograd
        self._gradients: Gradients = gradients_for(
            self.network, graphs, lambda part: make(self.network, part)
        )
        self._adam = torch.optim.Adam(
            self.network.parameters(), lr=config.learning_rate, fused=device.type == "cuda"
        )
        self._state = _State(learning_rate=config.learning_rate)
        self._steps = 0  # of Adam since it started with empty moments
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            self._resume()

    @property
    def epoch(self) -> int:
        """Number of epochs done."""
        return self._state.epoch

    @property
    def lines(self) -> tuple[Epoch, ...]:
        """The log so far."""
        return tuple(self._state.lines)

    def run(self, observer: Observer | None = None, *, seconds: float | None = None) -> None:
        """Train to the last epoch, or for some seconds, with a checkpoint every 20 s."""
        begin = saved = time.monotonic()
        before = self._state.seconds
        while self._state.epoch < self.config.epochs:
            loss = self._train_epoch()
            self._state.epoch += 1
            self._state.seconds = before + time.monotonic() - begin
            line = self._validated(loss)
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
        tensors: dict[str, Tensor] = {
            f"network.{name}": p for name, p in self.network.named_parameters()
        }
        for name, parameter in self.network.named_parameters():
            for key, value in self._adam.state.get(parameter, {}).items():
                tensors[f"adam.{key}.{name}"] = value
        tensors |= {f"buffer.{name}": held for name, held in self.network.named_buffers()}
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
        path, config = self.folder / CHECKPOINT, self.config
        tensors, about = read_tensors(path)
        if about.get("format") != "kinroute-checkpoint":
            raise ModelError("not a training checkpoint", source=str(path))
        try:
            is_same = {**about["config"], "epochs": 1} == asdict(replace(self.config, epochs=1))
            is_same = is_same and _are_same_labels(about["data"], self.data)
            state = dict(about["state"])
            lines = [Epoch(**line) for line in state.pop("lines")]
            if is_same:
                self._restore(tensors)
                self._state = _State(**state, lines=lines)
                self._steps = self._state.epoch * -(-config.graphs_per_epoch // config.batch)
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"damaged: {error}", source=str(path)) from None
        if not is_same:
            raise ConfigError(
                f"{path}: this run was started with other settings or other labels\n"
                "Resume with the same ones, or use another folder."
            )
        log.info("resuming after epoch %d", self._state.epoch)

    def _restore(self, tensors: dict[str, Tensor]) -> None:
        """Put parameters and the optimiser's state back; raises ValueError where they don't fit."""
        device = self._graphs.device
        for name, parameter in self.network.named_parameters():
            value = tensors[f"network.{name}"].to(device)
            if value.shape != parameter.shape:
                raise ValueError(f"{name} has shape {tuple(value.shape)}")
            with torch.no_grad():
                parameter.copy_(value)
            if f"adam.step.{name}" in tensors:  # parameters without a gradient have none
                for key in ("step", "exp_avg", "exp_avg_sq"):
                    kept = tensors[f"adam.{key}.{name}"].to(device)
                    self._adam.state[parameter][key] = kept.clone()

        for name, held in self.network.named_buffers():
            held.copy_(tensors[f"buffer.{name}"].to(device))

    def start_from(self, model: Model) -> None:
        """Start from a model of an earlier run instead of at random; Adam's moments start anew."""
        if model.architecture != self.config.architecture:
            raise ConfigError(f"{model.name} has another architecture than this run")
        with torch.no_grad():
            for name, parameter in self.network.named_parameters():
                parameter.copy_(torch.tensor(model.tensors()[name]))
        presented = int(model.card.get("presentations", 0))
        self._state.epoch = presented // self.config.graphs_per_epoch
        self._state.seconds = float(model.card.get("training_seconds", 0.0))

    def _train_epoch(self) -> float:
        config, state = self.config, self._state
        if config.schedule == "cosine":
            turn = math.cos(math.pi * state.epoch / config.epochs)
            state.learning_rate = config.learning_rate * (1 + turn) / 2
        losses = []
        for which, symmetry in self._batches():
            losses.append(self._gradients.loss(which, symmetry) * len(which))
            self._steps += 1
            risen = min(1.0, self._steps / config.warmup) if config.warmup else 1.0
            for group in self._adam.param_groups:
                group["lr"] = state.learning_rate * risen
            self._adam.step()
        return float(sum(losses)) / config.graphs_per_epoch

    def _batches(self) -> Iterator[tuple[Tensor, Tensor]]:
        """The graphs of an epoch in random order, each under a random symmetry."""
        config, device = self.config, self._graphs.device
        rng = torch.Generator().manual_seed(config.seed * 1_000_003 + self._state.epoch)
        count = config.graphs_per_epoch
        rounds = -(-count // len(self._graphs))
        orders = [torch.randperm(len(self._graphs), generator=rng) for _ in range(rounds)]
        which = torch.cat(orders)[:count].to(device)
        symmetries = _SYMMETRIES[config.augmentation]
        symmetry = torch.randint(symmetries, (count,), generator=rng).to(device)
        for start in range(0, count, config.batch):
            yield which[start : start + config.batch], symmetry[start : start + config.batch]

    def _validated(self, loss: float) -> Epoch:
        """The log line of an epoch, with the validation loss where it is due."""
        state, rate = self._state, self._state.learning_rate
        validation = math.nan
        if state.epoch % self.config.validate_every == 0 or state.epoch == self.config.epochs:
            validation = validation_loss(self.network, self._validation)
            is_stagnant = validation > self.config.enough * state.last_validation
            if is_stagnant and self.config.schedule == "plateau":
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
        """The current network, with its model card."""
        weights = torch.cat([p.detach().float().flatten() for p in self.network.parameters()])
        device = self._graphs.device
        is_on_gpu = device.type == "cuda"
        model = Model(
            name=name,
            architecture=cast(Architecture, self.config.architecture),
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
                "device": torch.cuda.get_device_name(device) if is_on_gpu else "CPU",
            },
        )
        model.card["sha256"] = model.sha256
        return model


def _are_same_labels(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether a run may be resumed with these labels: the same ones, or more of the same plan."""
    if before == now:
        return True
    grown = ("count", "labels", "sha256")
    plan, wanted = ({k: v for k, v in data.items() if k not in grown} for data in (before, now))
    return plan == wanted and before.get("labels", math.inf) < now.get("labels", 0)
