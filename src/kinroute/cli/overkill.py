"""`kinroute overkill`: do heatmaps gain anything over distance?"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinroute.cli.bench import Quiet, Scheduler, Workers, overview, run_plan, write_report
from kinroute.cli.console import counted, rich_console, say
from kinroute.cli.outputs import require_writable
from kinroute.errors import InputError

if TYPE_CHECKING:
    from kinroute.bench.verdict import Comparison

_COLORS = {"helps": "bold green", "hurts": "bold red", "overkill": "bold yellow"}


def overkill(
    heatmaps: Annotated[
        str,
        typer.Argument(
            metavar="HEATMAPS",
            help="A folder of .npz files named after their instances, or a function from an "
            "instance to scores, as module:function or file.py:function.",
        ),
    ],
    instances: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="A folder of .vrp files, a pattern or a file; default: those beside the "
            "heatmaps, and for a function 80 random ones by the XML law.",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="CPU time of each run, including inference.")
    ] = 0.5,
    seeds: Annotated[int, typer.Option(metavar="K", help="Runs per instance and method.")] = 2,
    granularity: Annotated[
        int | None, typer.Option(metavar="G", help="Γ; default: the paper's 15.")
    ] = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", help="Run a stratified sample of N instances only.")
    ] = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The report, .html or .md.")
    ] = Path("overkill.html"),
    store: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The SQLite file of the runs; default: below runs/."),
    ] = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    quiet: Quiet = False,
) -> None:
    """Compare heatmaps with distance and OX, and print a verdict.

    The same searches with the same seeds and budget are steered by the heatmaps and by distance,
    and compared in pairs. It can be stopped at any time: the same command resumes it.
    """
    from kinroute.bench.overkill import overkill_campaign, without_heatmap
    from kinroute.bench.plan import planned
    from kinroute.bench.report import composed
    from kinroute.bench.results import results_of
    from kinroute.bench.store import Store

    if output.suffix.lower() not in (".html", ".md"):
        raise InputError(f"cannot write {output}: its name must end in .html or .md")
    require_writable(output)
    campaign = overkill_campaign(
        heatmaps, instances=instances, seconds=seconds, seeds=seeds, granularity=granularity
    )
    plan = planned(campaign, sample=sample)
    path = store or Path("runs") / f"overkill-{_short(heatmaps)}.sqlite"
    if not quiet:
        say(overview(plan, path))
        if left_out := without_heatmap(heatmaps, instances):
            say(f"{counted(left_out, 'instance')} without a heatmap left out")
    code = run_plan(plan, path, workers, scheduler, quiet=quiet)
    if code:
        raise typer.Exit(code)
    with Store(path, must_exist=True) as opened:
        results = results_of(opened, campaign)
    write_report(composed(results), output)
    _print_verdicts(results.comparisons(), output)


def _print_verdicts(comparisons: list[Comparison], output: Path) -> None:
    from rich.text import Text

    from kinroute.bench.report.compose import verdicts
    from kinroute.bench.verdict import headline

    console = rich_console(sys.stdout)
    for card in verdicts(comparisons):
        word = Text(card.word, style=_COLORS.get(card.majority, "bold"))
        console.print(Text.assemble(f"{card.question}: ", word), soft_wrap=True)
        for reason in card.reasons:
            console.print(Text(f"  {reason}", style="dim"), soft_wrap=True)
    if (answer := headline(comparisons)) is not None:
        console.print(Text(f"\n{answer}", style="bold"), soft_wrap=True)
    console.print(f"Report: {output}", soft_wrap=True)


def _short(heatmaps: str) -> str:
    name = Path(heatmaps.rpartition(":")[2] or heatmaps).name
    return f"{name}-{hashlib.sha256(str(Path(heatmaps)).encode()).hexdigest()[:6]}"
