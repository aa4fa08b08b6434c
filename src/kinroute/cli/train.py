"""`kinroute train`: train a network on labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from kinroute.cli.console import say, shown_time
from kinroute.cli.counting import counting
from kinroute.errors import ConfigError
from kinroute.io.optional_imports import optional_import
from kinroute.search.config import thread_count

if TYPE_CHECKING:
    from kinroute.neural.architecture import Architecture
    from kinroute.neural.own import OwnArchitecture
    from kinroute.neural.training import Epoch, Training

_SHAPE = "Network"
_COURSE = "Training"


def train(
    labels: Annotated[
        Path,
        typer.Argument(
            metavar="LABELS",
            help="From `kinroute label`, or a folder of .vrp files with .sol files beside them.",
        ),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="RUN", help="The folder of the run.")
    ],
    validation: Annotated[
        Path,
        typer.Option(metavar="LABELS", help="Likewise, of other instances."),
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
    architecture: Annotated[
        str | None,
        typer.Option(
            metavar="FILE.py:CLASS",
            help="A torch module of your own, from nodes (b, n, 3) to scores (b, n, n).",
            rich_help_panel=_SHAPE,
        ),
    ] = None,
    epochs: Annotated[int, typer.Option(metavar="N", rich_help_panel=_COURSE)] = 500,
    graphs: Annotated[
        int, typer.Option(metavar="N", help="Graphs per epoch.", rich_help_panel=_COURSE)
    ] = 24_000,
    batch: Annotated[
        int, typer.Option(metavar="N", help="Batch size.", rich_help_panel=_COURSE)
    ] = 132,
    learning_rate: Annotated[float, typer.Option(metavar="R", rich_help_panel=_COURSE)] = 1e-3,
    schedule: Annotated[
        str,
        typer.Option(
            help="plateau: the rate is divided by 1.01 when the validation loss stagnates; "
            "cosine: it falls to zero over the epochs.",
            rich_help_panel=_COURSE,
        ),
    ] = "plateau",
    augmentation: Annotated[
        str,
        typer.Option(
            help="How graphs are varied: none, symmetries (of the square), or rotations (by any "
            "angle as well).",
            rich_help_panel=_COURSE,
        ),
    ] = "symmetries",
    seed: Annotated[
        int, typer.Option(metavar="K", help="Random seed.", rich_help_panel=_COURSE)
    ] = 1,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds for this call.", rich_help_panel=_COURSE),
    ] = None,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    threads: Annotated[
        int | None,
        typer.Option(metavar="T", help="Threads of torch on the CPU; default: one per core."),
    ] = None,
    tensorboard: Annotated[
        bool, typer.Option("--tensorboard", help="Write TensorBoard events into the folder.")
    ] = False,
) -> None:
    """Train a network on labelled instances.

    The same command resumes from the last checkpoint. One is written at the end of an epoch, about
    every 20 s. The folder holds the checkpoint, log.csv, loss.png and, at the end, the model, which
    `solve --model` takes by its path. Of an --architecture it is a function, RUN/NAME.py:scores.
    """
    torch = optional_import("torch", extra="neural", purpose="training")
    from kinroute.neural.cuda import torch_device
    from kinroute.neural.training import Training, TrainingConfig
    from kinroute.neural.training_data import training_data

    if threads is not None:
        torch.set_num_threads(thread_count(threads))
    config = TrainingConfig(
        architecture=_architecture(network, width, depth, architecture),
        epochs=epochs,
        graphs_per_epoch=graphs,
        batch=batch,
        learning_rate=learning_rate,
        schedule=cast(Any, schedule),
        augmentation=cast(Any, augmentation),
        seed=seed,
    )
    where = torch_device(device)
    trained_on, validated_on = training_data(labels, validation, where)
    for folder, found in ((labels, trained_on), (validation, validated_on)):
        say(f"{folder}: {found.text}")
    training = Training(
        output, config, trained_on.graphs, validated_on.graphs, data=trained_on.description
    )
    parameters = config.architecture.parameters
    say(f"{parameters:,} parameters, on {where}, from epoch {training.epoch + 1}")
    try:
        with (
            counting("epoch {done} of {total}", epochs) as display,
            _events(output, is_on=tensorboard) as record,
        ):

            def observed(line: Epoch) -> None:
                display(line.epoch, line.seconds, _details(line, epochs))
                record(line)

            training.run(observed, seconds=time_limit)
    finally:  # also for an interrupted run, whose checkpoint is of its last whole epoch
        _draw(training.lines, output / "loss.png")
    typer.echo(_write_model(training, output))


@contextmanager
def _events(run: Path, *, is_on: bool) -> Iterator[Callable[[Epoch], None]]:
    """What records an epoch for TensorBoard, where that is wanted."""
    if not is_on:
        yield lambda line: None
        return
    from kinroute.neural.tensorboard import TensorBoardLog

    with TensorBoardLog(run) as record:
        yield record


def _architecture(
    network: str, width: int | None, depth: int | None, own: str | None
) -> Architecture | OwnArchitecture:
    from dataclasses import replace

    from kinroute.neural.architecture import architecture_named

    named = architecture_named(network)
    if own is not None:
        if (width, depth) != (None, None):
            raise ConfigError("--width and --depth are of our networks; leave out --architecture")
        from kinroute.neural.own import OwnArchitecture

        return OwnArchitecture.of(own)
    return replace(
        named,
        width=named.width if width is None else width,
        depth=named.depth if depth is None else depth,
    )


def _write_model(training: Training, folder: Path) -> str:
    """Write the model; return how it is given as --model."""
    from kinroute.neural.models import SUFFIX, write_model
    from kinroute.neural.own import OwnArchitecture, write_own

    model = training.model(folder.name)
    text = str(folder / f"{folder.name}{SUFFIX}")
    if isinstance(training.config.architecture, OwnArchitecture):
        text = write_own(folder, training.network, model.card)
    else:
        write_model(Path(text), model)
    recall = 100 * model.card["recall_at_15"]
    say(f"validation loss {model.card['validation_loss']:.5f}, recall at 15 {recall:.2f} %")
    return text


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
