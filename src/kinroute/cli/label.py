"""`kinroute label`: instances with good solutions, for training and judging networks."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from kinroute.cli.console import rich_console, say, shown_time
from kinroute.cli.failures import INTERRUPTED, complain
from kinroute.cli.signals import SoftStop
from kinroute.manifest import Manifest, Split

if TYPE_CHECKING:
    from rich.progress import Progress

    from kinroute.labelling import LabelProgress

_SECONDS_BETWEEN_LINES = 15.0


def label(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder; made where it is missing.")],
    count: Annotated[int, typer.Option(metavar="N", help="Instances.")] = 60_000,
    split: Annotated[
        str, typer.Option(help="train, validation or test: seeds from 1, 2 or 3 million on.")
    ] = "train",
    customers: Annotated[int, typer.Option(metavar="N", help="Of each instance.")] = 100,
    cpu_time: Annotated[
        float, typer.Option(metavar="S", help="Processor seconds for each instance.")
    ] = 0.2,
    workers: Annotated[
        int | None, typer.Option(metavar="K", help="Threads.", show_default="one per core")
    ] = None,
    shard_size: Annotated[int, typer.Option(metavar="N", help="Instances in one file.")] = 1000,
) -> None:
    """Solve random instances of the XML law and keep them with their solutions.

    The same command goes on where it was ended, by Ctrl-C or otherwise; at most the file in work
    is lost.
    """
    from kinroute.labelling import LabelPlan
    from kinroute.labelling import label as labels_made

    plan = LabelPlan(
        split=cast(Split, split),
        count=count,
        customers=customers,
        cpu_seconds=cpu_time,
        shard_size=shard_size,
    )
    with SoftStop() as stop:

        def observe(progress: LabelProgress) -> None:
            display(progress)
            stop.observe(progress)

        try:
            with _display(count) as display:
                manifest = labels_made(out, plan, workers=workers, observer=observe)
        except KeyboardInterrupt:
            done = Manifest.read(out).done
            complain(f"interrupted; {done} labels are in {out}, and the same command goes on")
            raise typer.Exit(INTERRUPTED) from None
    mean = sum(shard.mean_cost * shard.count for shard in manifest.shards) / manifest.done
    typer.echo(f"{out}: {manifest.done} labels, mean cost {mean:.1f}")


def _display(total: int) -> AbstractContextManager[Any]:
    return _Bar(total) if sys.stderr.isatty() else nullcontext(_Lines())


class _Lines:
    """A line now and then, where there is no terminal."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, now: LabelProgress) -> None:
        """Say how far it is, if it is time to."""
        if now.seconds < self._next and now.done < now.total:
            return
        self._next = now.seconds + _SECONDS_BETWEEN_LINES
        say(f"{now.done} of {now.total} labels  {_pace(now)}")


class _Bar:
    """A progress bar on a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total

    def __enter__(self) -> _Bar:
        from rich.progress import BarColumn, Progress, TextColumn

        self._progress: Progress = Progress(
            TextColumn("{task.completed:.0f} of {task.total:.0f} labels"),
            BarColumn(bar_width=None),
            TextColumn("{task.percentage:.0f} %"),
            TextColumn("{task.fields[pace]}"),
            console=rich_console(sys.stderr),
        )
        self._progress.start()
        self._task = self._progress.add_task("", total=self._total, pace="")
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, now: LabelProgress) -> None:
        """Show how far it is."""
        self._progress.update(self._task, completed=now.done, pace=_pace(now))


def _pace(now: LabelProgress) -> str:
    left = now.seconds_left
    return f"{now.rate:.1f}/s" + ("" if left is None else f"  {shown_time(left)} left")
