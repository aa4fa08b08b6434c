"""`kinroute label`: instances with good solutions, for training and evaluating networks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from kinroute.cli.console import shown_time
from kinroute.cli.counting import counting
from kinroute.cli.failures import INTERRUPTED, complain
from kinroute.cli.signals import SoftStop
from kinroute.neural.manifest import Manifest, Split

if TYPE_CHECKING:
    from kinroute.neural.labelling import LabelProgress


def label(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder; created if missing.")],
    count: Annotated[int, typer.Option(metavar="N", help="Number of instances.")] = 60_000,
    split: Annotated[
        str, typer.Option(help="train, validation or test: seeds from 1, 2 or 3 million up.")
    ] = "train",
    customers: Annotated[int, typer.Option(metavar="N", help="Customers of each instance.")] = 100,
    cpu_time: Annotated[
        float, typer.Option(metavar="S", help="Seconds of processor time for each instance.")
    ] = 0.2,
    workers: Annotated[
        int | None,
        typer.Option(metavar="K", help="Number of threads.", show_default="one per core"),
    ] = None,
    shard_size: Annotated[int, typer.Option(metavar="N", help="Instances per file.")] = 1000,
) -> None:
    """Solve random instances of the XML distribution and store them with their solutions.

    The same command resumes an interrupted run; at most the file in progress is lost.
    """
    from kinroute.neural.labelling import LabelPlan
    from kinroute.neural.labelling import label as labels_made

    plan = LabelPlan(
        split=cast(Split, split),
        count=count,
        customers=customers,
        cpu_seconds=cpu_time,
        shard_size=shard_size,
    )
    with SoftStop() as stop:

        def observe(progress: LabelProgress) -> None:
            display(progress.done, progress.seconds, _pace(progress))
            stop.observe(progress)

        try:
            with counting("{done} of {total} labels", count) as display:
                manifest = labels_made(out, plan, workers=workers, observer=observe)
        except KeyboardInterrupt:
            done = Manifest.read(out).done
            complain(f"interrupted; {done} labels are in {out}, and the same command resumes")
            raise typer.Exit(INTERRUPTED) from None
    mean = sum(shard.mean_cost * shard.count for shard in manifest.shards) / manifest.done
    typer.echo(f"{out}: {manifest.done} labels, mean cost {mean:.1f}")


def _pace(now: LabelProgress) -> str:
    left = now.seconds_left
    return f"{now.rate:.1f}/s" + ("" if left is None else f"  {shown_time(left)} left")
