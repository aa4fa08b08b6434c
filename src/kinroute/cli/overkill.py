"""`kinroute overkill`: do heatmaps gain anything over distance?"""

from __future__ import annotations

import hashlib
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinroute.cli.bench import Quiet, Scheduler, Workers, overview, run_plan, write_report
from kinroute.cli.console import counted, rich_console, say
from kinroute.cli.outputs import require_writable
from kinroute.errors import InputError

if TYPE_CHECKING:
    from kinroute.bench.plan import Plan
    from kinroute.bench.results import Results

_COLORS = {"helps": "bold green", "hurts": "bold red", "equivalent": "bold yellow"}


def overkill(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="What scores the pairs of customers: a folder of .npz files named after their "
            "instances, a function from an instance to scores as module:function or "
            "file.py:function, a .safetensors file, or the name of a network.",
        ),
    ],
    instances: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="A folder of .vrp files, a pattern or a file; default: those beside the "
            "heatmaps, else 400 random ones by the XML law. With .sol files beside them the "
            "oracle is compared too.",
        ),
    ] = None,
    customers: Annotated[
        int, typer.Option(metavar="N", help="Customers of random instances.")
    ] = 300,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="CPU time of each run, including inference.")
    ] = 0.3,
    optimistic: Annotated[
        bool, typer.Option("--optimistic", help="Leave the inference time out of the budget.")
    ] = False,
    seeds: Annotated[int, typer.Option(metavar="K", help="Runs per instance and method.")] = 1,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The first seed; another one draws other instances.")
    ] = 1,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS",
            help="Differences of the mean gap below this are equivalent; default: 0.1, or a tenth "
            "of the gap by distance where best known costs are known.",
        ),
    ] = None,
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
    """Test whether a network's scores gain anything over distance, and say what was shown.

    In the crossover and in the local search, the same searches with the same seeds and budget are
    steered by the scores, by distance and by random numbers, and compared in pairs. Random numbers
    show whether the operator depends on relatedness at all. It is judged after a quarter, half and
    all of the instances, and stops once everything is decided. It can be stopped at any time: the
    same command resumes it.
    """
    from kinroute.bench.overkill import (
        OverkillOptions,
        overkill_campaign,
        run_sequentially,
        sequential,
        without_heatmap,
    )
    from kinroute.bench.plan import planned
    from kinroute.bench.report import composed

    if output.suffix.lower() not in (".html", ".md"):
        raise InputError(f"cannot write {output}: its name must end in .html or .md")
    require_writable(output)
    options = OverkillOptions(
        instances=instances,
        customers=customers,
        seconds=seconds,
        seed=seed,
        seeds=seeds,
        granularity=granularity,
        margin=margin,
        optimistic=optimistic,
    )
    campaign = overkill_campaign(model, options, command=shlex.join(["kinroute", *sys.argv[1:]]))
    plan = sequential(planned(campaign, sample=sample))
    path = store or Path("runs") / f"overkill-{_short(model)}.sqlite"
    if not quiet:
        say(overview(plan, path))
        if left_out := without_heatmap(model, instances):
            say(f"{counted(left_out, 'instance')} without a heatmap left out")

    def execute(part: Plan) -> None:
        if code := run_plan(part, path, workers, scheduler, quiet=quiet):
            raise typer.Exit(code)

    results = run_sequentially(plan, path, execute)
    write_report(composed(results), output)
    _print_verdicts(results, output)


def _print_verdicts(results: Results, output: Path) -> None:
    """First what the assay can tell, then the verdicts, then what they include, then the answer."""
    from rich.text import Text

    from kinroute.bench.assay import assays, headline

    console, comparisons = rich_console(sys.stdout), results.comparisons()
    for assay in assays(comparisons):
        console.print(Text(f"{assay.finding}."), soft_wrap=True)
        for one in assay.learned:
            word = Text(assay.word(one), style=_COLORS.get(one.verdict, "bold"))
            console.print(Text.assemble(f"  {one.question}: ", word), soft_wrap=True)
            console.print(Text(f"  {one.sentence}", style="dim"), soft_wrap=True)
    for note in results.notes:
        console.print(Text(note, style="dim"), soft_wrap=True)
    if (answer := headline(comparisons)) is not None:
        console.print(Text(f"\n{answer}", style="bold"), soft_wrap=True)
    console.print(f"Report: {output}", soft_wrap=True)


def _short(model: str) -> str:
    name = Path(model.rpartition(":")[2] or model).name
    return f"{name}-{hashlib.sha256(str(Path(model)).encode()).hexdigest()[:6]}"
