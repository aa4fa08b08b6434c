"""Trains the models that ship, where there is a card: labels in, checkpoints and models out.

    python tools/train_models.py LABELS VALIDATION OUT light
    python tools/train_models.py LABELS VALIDATION OUT original --epochs 1500 --seconds 400
    python tools/train_models.py LABELS VALIDATION OUT original --start FOLDER

Model #1 is what the training of Model #2 has after its first 500 epochs: the rules are the same,
and so are the random choices. Run again, a training goes on where it stopped, from the checkpoint
in OUT; with --start, on a machine that has none, from the model in FOLDER that an earlier run left.
With --refresh it takes in the labels that `kinroute label` adds meanwhile.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import replace
from pathlib import Path

import torch

from kinroute.neural import labels
from kinroute.neural.architecture import ARCHITECTURES
from kinroute.neural.data import Graphs
from kinroute.neural.models import SUFFIX, model, write_model
from kinroute.neural.training import Epoch, Training, TrainingConfig

RUNS = {
    "light": TrainingConfig(architecture=ARCHITECTURES["light"], epochs=1500, batch=132),
    # Short epochs, so that a run can end at any time. It sees a part of the paper's 36 million
    # graphs: the rate falls to zero over the epochs planned, whatever the validation loss does.
    "original": TrainingConfig(
        architecture=ARCHITECTURES["original"],
        epochs=1_500,
        graphs_per_epoch=2_400,
        batch=48,
        validate_every=25,
        learning_rate=5e-4,
        schedule="cosine",
        warmup=500,
        augmentation="rotations",  # a network this large overfits to 60,000 graphs and 8 symmetries
    ),
}
SNAPSHOTS = {"light": {500: "light-1", 1500: "light-2"}}


def show(line: Epoch) -> None:
    if line.epoch % 25 == 0 or line.epoch < 4:
        print(
            f"epoch {line.epoch}: loss {line.loss:.5f}, validation {line.validation:.5f}, "
            f"rate {line.learning_rate:.2e}, {line.seconds:.1f} s",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("validation", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--epochs", type=int, help="planned in all")
    parser.add_argument("--batch", type=int)
    parser.add_argument("--seconds", type=float, help="at most")
    parser.add_argument("--refresh", type=float, help="seconds after which labels are read again")
    parser.add_argument("--start", type=Path, help="a model to start from, without a checkpoint")
    arguments = parser.parse_args()
    end = math.inf if arguments.seconds is None else time.monotonic() + arguments.seconds
    while not train(arguments, end) and time.monotonic() < end:
        pass


def train(arguments: argparse.Namespace, end: float) -> bool:
    """Train until the labels are to be read again, or the end; whether it is the last epoch's."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    labelled, validation = labels.read(arguments.labels), labels.read(arguments.validation)
    assert labelled.manifest is not None
    changes = {name: getattr(arguments, name) for name in ("epochs", "batch")}
    config = replace(RUNS[arguments.run], **{k: v for k, v in changes.items() if v})
    training = Training(
        arguments.out / arguments.run,
        config,
        Graphs.of(labelled, device),
        Graphs.of(validation, device),
        data=labelled.manifest.description(),
    )
    if arguments.start and training.epoch == 0:
        training.start_from(model(str(arguments.start)))
    snapshots = SNAPSHOTS.get(arguments.run, {})

    def keep(name: str) -> None:
        made = training.model(name)
        write_model(arguments.out / f"{name}{SUFFIX}", made, half=name == "original")
        print(name, json.dumps(made.card, indent=1), flush=True)

    def observe(line: Epoch) -> None:
        show(line)
        if line.epoch in snapshots:
            keep(snapshots[line.epoch])

    print(f"{arguments.run}: {len(labelled)} graphs, from epoch {training.epoch}", flush=True)
    seconds = min(end - time.monotonic(), arguments.refresh or math.inf)
    training.run(observe, seconds=seconds)
    if not snapshots:
        keep(arguments.run)
    return training.epoch == config.epochs


if __name__ == "__main__":
    main()
