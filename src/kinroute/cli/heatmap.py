"""`kinroute heatmap`: the heatmap of a network, and its recall on labels."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import numpy as np
import typer

from kinroute.cli.console import say
from kinroute.cli.options import (
    MODEL_HELP,
    InstanceArguments,
    files_read,
    model_name,
    model_source,
    reads_instance,
)
from kinroute.cli.outputs import require_apart, require_writable
from kinroute.errors import ConfigError
from kinroute.relatedness.named import NAMED, named
from kinroute.relatedness.neighbours import Relatedness
from kinroute.relatedness.network import ByNetwork
from kinroute.search.config import thread_count
from kinroute.search.steering import DEFAULT_MODEL

if TYPE_CHECKING:
    from kinroute.neural.inference import Device
    from kinroute.neural.labels import Labels

_EVALUATION = "Evaluation"


@reads_instance
def heatmap(
    given: InstanceArguments | None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODEL",
            help=f"{MODEL_HELP} May be repeated with --evaluate.",
            show_default=DEFAULT_MODEL,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT.npz", help="Write the heatmap."),
    ] = None,
    threads: Annotated[int, typer.Option(metavar="T", help="Number of threads.")] = 1,
    device: Annotated[
        str, typer.Option(help="auto, cpu or cuda; auto uses a GPU for wide networks.")
    ] = "auto",
    evaluate: Annotated[
        Path | None,
        typer.Option(
            metavar="LABELS",
            help="Recall of the solutions' edges among the k most related, on labels or a folder "
            "of .vrp files with .sol files beside them.",
            rich_help_panel=_EVALUATION,
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"Compare with {', '.join(NAMED)}; may be repeated.",
            show_default="all",
            rich_help_panel=_EVALUATION,
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="At most N instances, evenly spread.",
            rich_help_panel=_EVALUATION,
        ),
    ] = None,
    k: Annotated[
        int,
        typer.Option(
            metavar="K", help="List size of the table by group.", rich_help_panel=_EVALUATION
        ),
    ] = 15,
) -> None:
    """Compute the heatmap of an instance by a model, or evaluate models on labels."""
    models = model or [DEFAULT_MODEL]
    if evaluate is not None:
        if given is not None or output is not None:
            raise ConfigError("--evaluate reads labels; leave FILE and -o out")
        _evaluate(evaluate, models, by or list(NAMED), sample, k)
        return
    if given is None or output is None:
        raise ConfigError("give an instance and -o OUT.npz, or --evaluate LABELS")
    if len(models) > 1:
        raise ConfigError("a heatmap is of one model; several are for --evaluate")
    thread_count(threads)
    require_apart([output], files_read(given.file, models[0]))
    require_writable(output)
    instance = given.read()
    from kinroute.io.heatmaps import write_heatmap

    name, related = model_name(models[0]), model_source(models[0], given.file)
    if isinstance(related, ByNetwork):
        related = replace(related, device=cast("Device", device))
    start = time.perf_counter()
    found = related.inferred(instance, threads=threads)
    seconds = time.perf_counter() - start
    lists = found.neighbours(instance, instance.customers - 1)
    scores = np.zeros(lists.ids.shape, np.float32) if lists.scores is None else lists.scores
    write_heatmap(output, scores, lists.ids)
    say(f"{instance.name}: inference with {name}: {1000 * seconds:.1f} ms")
    typer.echo(output)


def _evaluate(
    labels: Path, models: list[str], others: list[str], sample: int | None, k: int
) -> None:
    from rich.console import Console

    from kinroute.cli.recall import recall_table, recall_table_by_group
    from kinroute.neural.recall import KS, evaluate

    if k not in KS:
        raise ConfigError(f"k = {k}; use one of {', '.join(map(str, KS))}")
    rivals: dict[str, Relatedness] = {}
    for name in others:
        related = named(name)
        if related is None:
            raise ConfigError(f"relatedness {name!r} is unknown; use one of {', '.join(NAMED)}")
        rivals[name.lower()] = related
    for source in models:
        rivals[model_name(source)] = model_source(source)
    found = evaluate(_labels_in(labels, sample), rivals)
    # In a file or a pipe a table may be as wide as it likes.
    console = Console() if sys.stdout.isatty() else Console(width=250)
    console.print(recall_table(found))
    console.print(recall_table_by_group(found, k))


def _labels_in(folder: Path, sample: int | None) -> Labels:
    from kinroute.neural import labels
    from kinroute.neural.manifest import MANIFEST

    read = labels.read if (folder / MANIFEST).exists() else labels.from_files
    found = read(folder)
    if sample is None or sample >= len(found):
        return found
    if sample < 1:
        raise ConfigError(f"sample = {sample}; use 1 or more")
    return found.chosen(np.arange(sample) * len(found) // sample)
