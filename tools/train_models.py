"""Trains the models that ship, where there is a card: labels in, checkpoints and models out.

    python tools/train_models.py LABELS VALIDATION OUT light
    python tools/train_models.py LABELS VALIDATION OUT original --seconds 400

Model #1 is what the training of Model #2 has after its first 500 epochs: the rules are the same,
and so are the random choices. Run again, a training goes on where it stopped. Needs NumPy, torch
and safetensors only.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from kinroute.neural import labels
from kinroute.neural.architecture import ARCHITECTURES
from kinroute.neural.data import Graphs
from kinroute.neural.models import SUFFIX, write_model
from kinroute.neural.training import Epoch, Training, TrainingConfig

RUNS = {
    "light": TrainingConfig(architecture=ARCHITECTURES["light"], epochs=1500, batch=132),
    # Short epochs, so that a run can end at any time; as many graphs in all. A run of minutes sees
    # less than a hundredth of them: small batches, and a low rate that falls quickly once it can.
    "original": TrainingConfig(
        architecture=ARCHITECTURES["original"],
        epochs=15_000,
        graphs_per_epoch=2_400,
        batch=24,
        validate_every=4,
        learning_rate=3e-4,
        decay=1.15,
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
    parser.add_argument("--seconds", type=float, help="at most")
    arguments = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train, validation = labels.read(arguments.labels), labels.read(arguments.validation)
    assert train.manifest is not None
    training = Training(
        arguments.out / arguments.run,
        RUNS[arguments.run],
        Graphs.of(train, device),
        Graphs.of(validation, device),
        data=train.manifest.description(),
    )
    snapshots = SNAPSHOTS.get(arguments.run, {})

    def keep(name: str) -> None:
        model = training.model(name)
        write_model(arguments.out / f"{name}{SUFFIX}", model, half=name == "original")
        print(name, json.dumps(model.card, indent=1), flush=True)

    def observe(line: Epoch) -> None:
        show(line)
        if line.epoch in snapshots:
            keep(snapshots[line.epoch])

    print(f"{arguments.run}: {len(train)} graphs, from epoch {training.epoch}", flush=True)
    training.run(observe, seconds=arguments.seconds)
    if not snapshots:
        keep(arguments.run)


if __name__ == "__main__":
    main()
