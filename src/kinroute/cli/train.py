"""`kinroute train`: train a network on labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinroute.cli.console import say, shown_time
from kinroute.cli.counting import counting
from kinroute.errors import ConfigError
from kinroute.io.optional_imports import optional_import

if TYPE_CHECKING:
    from kinroute.neural.architecture import Architecture
    from kinroute.neural.labels import Labels
    from kinroute.neural.training import Epoch, Training

_SHAPE = "Network"
_COURSE = "Training"


def train(
    labels: Annotated[Path, typer.Argument(metavar="LABELS", help="From `kinroute label`.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="RUN", help="The folder of the run.")
    ],
    validation: Annotated[
        Path,
        typer.Option(metavar="LABELS", help="Labels of the validation split."),
    ],
    network: Annotated[
        str, typer.Option(help="light or original.", rich_help_panel=_SHAPE)
    ] = "light",
    width: Annotated[
        int | None,
        typer.Option(metavar="H", help="Channels; default: the network's.", rich_help_panel=_SHAPE),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(metavar="L", help="Layers; default: the network's.", rich_help_panel=_SHAPE),
    ] = None,
    epochs: Annotated[int, typer.Option(metavar="N", rich_help_panel=_COURSE)] = 500,
    graphs: Annotated[
        int, typer.Option(metavar="N", help="Graphs per epoch.", rich_help_panel=_COURSE)
    ] = 24_000,
    batch: Annotated[
        int, typer.Option(metavar="N", help="Batch size.", rich_help_panel=_COURSE)
    ] = 132,
    learning_rate: Annotated[float, typer.Option(metavar="R", rich_help_panel=_COURSE)] = 1e-3,
    seed: Annotated[
        int, typer.Option(metavar="K", help="Random seed.", rich_help_panel=_COURSE)
    ] = 1,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds for this call.", rich_help_panel=_COURSE),
    ] = None,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
) -> None:
    """Train a network on labelled instances.

    The same command resumes from the last checkpoint. One is written at the end of an epoch, about
    every 20 s. The folder holds the checkpoint, log.csv, loss.png and, at the end, the model, which
    `solve --model` takes by its path.
    """
    optional_import("torch", extra="neural", purpose="training")
    from kinroute.neural.cuda import torch_device
    from kinroute.neural.data import Graphs
    from kinroute.neural.training import Training, TrainingConfig

    config = TrainingConfig(
        architecture=_architecture(network, width, depth),
        epochs=epochs,
        graphs_per_epoch=graphs,
        batch=batch,
        learning_rate=learning_rate,
        seed=seed,
    )
    where = torch_device(device)
    train_split, validation_split = _splits(labels, validation)
    assert train_split.manifest is not None
    training = Training(
        output,
        config,
        Graphs.of(train_split, where),
        Graphs.of(validation_split, where),
        data=train_split.manifest.description(),
    )
    parameters = config.architecture.parameters
    say(f"{parameters:,} parameters, on {where}, from epoch {training.epoch + 1}")
    try:
        with counting("epoch {done} of {total}", epochs) as display:
            training.run(
                lambda line: display(line.epoch, line.seconds, _details(line, epochs)),
                seconds=time_limit,
            )
    finally:  # also for an interrupted run, whose checkpoint is of its last whole epoch
        _draw(training.lines, output / "loss.png")
    typer.echo(_write_model(training, output))


def _architecture(network: str, width: int | None, depth: int | None) -> Architecture:
    from dataclasses import replace

    from kinroute.neural.architecture import architecture_named

    named = architecture_named(network)
    return replace(
        named,
        width=named.width if width is None else width,
        depth=named.depth if depth is None else depth,
    )


def _splits(labels: Path, validation: Path) -> tuple[Labels, Labels]:
    """The labels to train and to validate on; raises ConfigError where both are one split."""
    from kinroute.neural.labels import read

    both, names = (read(labels), read(validation)), []
    for found, folder in zip(both, (labels, validation), strict=True):
        assert found.manifest is not None
        say(f"{folder}: {len(found)} labels, {found.manifest.split}")
        names.append(found.manifest.split)
    if names[0] == names[1]:
        raise ConfigError(
            f"both are labels of the {names[0]} split; a network must be validated on instances "
            "that it was not trained on"
        )
    return both


def _write_model(training: Training, folder: Path) -> Path:
    from kinroute.neural.models import SUFFIX, write_model

    model = training.model(folder.name)
    path = folder / f"{folder.name}{SUFFIX}"
    write_model(path, model)
    recall = 100 * model.card["recall_at_15"]
    say(f"validation loss {model.card['validation_loss']:.5f}, recall at 15 {recall:.2f} %")
    return path


def _draw(lines: tuple[Epoch, ...], path: Path) -> None:
    if lines:
        from kinroute.neural.picture import draw_losses
        from kinroute.plot.files import save

        save(draw_losses(lines), path)


def _details(line: Epoch, epochs: int) -> str:
    left = (epochs - line.epoch) * line.seconds / line.epoch
    return (
        f"loss {line.loss:.4f}, rate {line.learning_rate:.1e}, {shown_time(line.seconds)}, "
        f"{shown_time(left)} left"
    )
