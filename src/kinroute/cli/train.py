"""`kinroute train`: a network from labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinroute.cli.console import say, shown_time
from kinroute.cli.counting import counting
from kinroute.errors import ConfigError

if TYPE_CHECKING:
    from kinroute.neural.training import Epoch

_SHAPE = "The network"
_COURSE = "The training"


def train(
    labels: Annotated[Path, typer.Argument(metavar="LABELS", help="From `kinroute label`.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="RUN", help="A folder for all that arises.")
    ],
    validation: Annotated[
        Path,
        typer.Option(metavar="LABELS", help="Labels of the validation split, to judge it by."),
    ],
    network: Annotated[
        str, typer.Option(help="light or original.", rich_help_panel=_SHAPE)
    ] = "light",
    width: Annotated[
        int | None,
        typer.Option(metavar="H", help="Instead of the network's.", rich_help_panel=_SHAPE),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(metavar="L", help="Instead of the network's.", rich_help_panel=_SHAPE),
    ] = None,
    epochs: Annotated[int, typer.Option(metavar="N", rich_help_panel=_COURSE)] = 500,
    graphs: Annotated[
        int, typer.Option(metavar="N", help="In an epoch.", rich_help_panel=_COURSE)
    ] = 24_000,
    batch: Annotated[
        int, typer.Option(metavar="N", help="Graphs at a time.", rich_help_panel=_COURSE)
    ] = 132,
    learning_rate: Annotated[float, typer.Option(metavar="R", rich_help_panel=_COURSE)] = 1e-3,
    seed: Annotated[
        int, typer.Option(metavar="K", help="Of the random numbers.", rich_help_panel=_COURSE)
    ] = 1,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds for this part of it.", rich_help_panel=_COURSE),
    ] = None,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
) -> None:
    """Train a network on labelled instances.

    The same command goes on after the last checkpoint, however the run was ended. One is written at
    the end of an epoch, some 20 s after the last. In the folder: the checkpoint, log.csv and
    loss.png, and at the end the model, which `solve` takes by its path.
    """
    from kinroute.neural.extra import require_torch

    require_torch()
    from dataclasses import replace

    from kinroute.neural import labels as labelled
    from kinroute.neural.architecture import architecture_named
    from kinroute.neural.data import Graphs
    from kinroute.neural.models import SUFFIX, write_model
    from kinroute.neural.training import Training, TrainingConfig, described, device_named

    architecture = architecture_named(network)
    architecture = replace(
        architecture,
        width=architecture.width if width is None else width,
        depth=architecture.depth if depth is None else depth,
    )
    config = TrainingConfig(
        architecture=architecture,
        epochs=epochs,
        graphs_per_epoch=graphs,
        batch=batch,
        learning_rate=learning_rate,
        seed=seed,
    )
    where = device_named(device)
    learned, judged = labelled.read(labels), labelled.read(validation)
    for found, folder in ((learned, labels), (judged, validation)):
        assert found.manifest is not None
        say(f"{folder}: {len(found)} labels, {found.manifest.split}")
    if learned.manifest and judged.manifest and learned.manifest.split == judged.manifest.split:
        raise ConfigError(
            f"both are labels of the {learned.manifest.split} split; a network must be judged by "
            "instances that it has not learned from"
        )
    assert learned.manifest is not None
    training = Training(
        output,
        config,
        Graphs.of(learned, where),
        Graphs.of(judged, where),
        data=described(learned.manifest),
    )
    say(f"{architecture.parameters:,} parameters, on {where}, from epoch {training.epoch + 1}")
    try:
        with counting("epoch {done} of {total}", epochs) as display:
            training.run(
                lambda line: display(line.epoch, line.seconds, _news(line, epochs)),
                seconds=time_limit,
            )
    finally:  # the checkpoint is of the end of an epoch, and stays so
        _draw(training.lines, output / "loss.png")
    model = training.model(output.name)
    write_model(output / f"{output.name}{SUFFIX}", model)
    say(
        f"validation loss {model.card['validation_loss']:.5f}, "
        f"{100 * model.card['recall_at_15']:.2f} % of the edges among the 15 hottest"
    )
    typer.echo(output / f"{output.name}{SUFFIX}")


def _draw(lines: tuple[Epoch, ...], path: Path) -> None:
    if lines:
        from kinroute.neural.picture import draw_losses
        from kinroute.plot.routes import save

        save(draw_losses(lines), path)


def _news(line: Epoch, epochs: int) -> str:
    left = (epochs - line.epoch) * line.seconds / line.epoch
    return (
        f"loss {line.loss:.4f}, rate {line.learning_rate:.1e}, {shown_time(line.seconds)}, "
        f"{shown_time(left)} left"
    )
