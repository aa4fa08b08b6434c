"""`kinroute bench`: campaigns of many runs, their store and their report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinroute.cli.console import counted, say, shown_time
from kinroute.cli.failures import INTERNAL_ERROR, INTERRUPTED, INVALID_INPUT, complain
from kinroute.cli.outputs import require_apart
from kinroute.cli.signals import raising_on_signals
from kinroute.cli.stores import (
    AnyCampaign,
    Data,
    StoreFile,
    opened_source,
    repair,
    status,
    store_and_campaign,
)
from kinroute.errors import InputError

if TYPE_CHECKING:
    from kinroute.bench.campaign import Campaign
    from kinroute.bench.dispatch import Outcome
    from kinroute.bench.plan import Plan

app = typer.Typer(
    name="bench",
    help="Campaigns of many runs: run them, report on them, export and repair them.",
    no_args_is_help=True,
)

CampaignFile = Annotated[
    Path, typer.Argument(metavar="CAMPAIGN", help="A .toml file, such as those in campaigns/.")
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="W", help="Runs at a time on this machine; default: one per core."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Use an existing Dask scheduler, such as tls://HOST:8786 with certificates in Dask's "
        "configuration. Everyone who can reach a tcp:// scheduler can run code as you.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


@app.command()
def run(
    campaign: CampaignFile,
    store: StoreFile = None,
    data: Data = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    sample: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Run a stratified sample of N instances only; a larger sample contains a smaller "
            "one.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print the number of runs only.")
    ] = False,
    extend: Annotated[
        bool,
        typer.Option(
            "--extend", help="Add to a store that another campaign file of this name has filled."
        ),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Run the missing runs of a campaign; every run is stored as soon as it is done.

    It can be stopped at any time: the same command resumes it.
    """
    from kinroute.bench.campaign_file import read_campaign
    from kinroute.bench.plan import planned
    from kinroute.bench.run import default_store

    requested = read_campaign(campaign, data=data)
    plan = planned(requested, sample=sample)
    path = store or default_store(requested.name)
    if not quiet:
        say(overview(plan, path))
    if not dry_run:
        code = run_plan(plan, path, workers, scheduler, quiet=quiet, extend=extend)
        raise typer.Exit(code)


@app.command()
def report(
    campaign: Annotated[
        Path,
        typer.Argument(
            metavar="CAMPAIGN",
            help="A .toml file, the .sqlite of its runs, or the .parquet that they were exported "
            "to.",
        ),
    ],
    store: StoreFile = None,
    data: Data = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="A .html or .md file; default: both, NAME.html and NAME.md beside the store.",
        ),
    ] = None,
    code: Annotated[
        str | None, typer.Option(metavar="BUILD", help="The build id; default: the last.")
    ] = None,
) -> None:
    """Report the results: tables with the paper's figures, tests, pictures and verdicts."""
    from kinroute.bench.report import composed
    from kinroute.bench.results import results_of

    path, requested = store_and_campaign(campaign, store, data)
    targets = _report_files(path, output)
    with opened_source(path, requested) as source:
        results = results_of(source, requested, code)
    document = composed(results)
    for target in targets:
        write_report(document, target)
        typer.echo(target)


@app.command()
def export(
    campaign: AnyCampaign,
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="A .csv or .parquet file; with --latex a folder.",
        ),
    ],
    store: StoreFile = None,
    data: Data = None,
    traces: Annotated[
        bool, typer.Option("--traces", help="Every improvement of every run instead of the runs.")
    ] = False,
    with_routes: Annotated[
        bool, typer.Option("--with-routes", help="The routes of every run as well.")
    ] = False,
    with_traces: Annotated[
        bool,
        typer.Option(
            "--with-traces",
            help="The improvements of every run as well, for the convergence curves of a report; "
            ".parquet only.",
        ),
    ] = False,
    latex: Annotated[
        bool,
        typer.Option("--latex", help="The report's tables as LaTeX and its pictures as PDF."),
    ] = False,
) -> None:
    """Write the runs as a table for other programs, or the report for a paper.

    A .parquet file also has the campaign: `kinroute bench report` takes it as it takes a store.
    """
    from kinroute.bench.export import export as exported

    path, requested = store_and_campaign(campaign, store, data)
    require_apart([output], [path])
    if latex:
        if traces or with_traces or with_routes:
            raise InputError("--latex writes the report, without runs and traces; use one of them")
        _export_latex(path, requested, output)
        return
    with opened_source(path, requested) as source:
        rows = exported(
            source,
            output,
            traces=traces,
            with_routes=with_routes,
            with_traces=with_traces,
            campaign=requested,
        )
    typer.echo(f"{output}: {counted(rows, 'row')}")


app.command()(status)
app.command()(repair)


def _export_latex(path: Path, requested: Campaign | None, folder: Path) -> None:
    from kinroute.bench.report import composed
    from kinroute.bench.report.latex import write_latex
    from kinroute.bench.results import results_of

    with opened_source(path, requested) as source:
        results = results_of(source, requested)
    files = write_latex(composed(results), folder)
    typer.echo(f"{folder}: {counted(len(files), 'file')}, the document is main.tex")


def run_plan(
    plan: Plan,
    path: Path,
    workers: int | None,
    scheduler: str | None,
    *,
    quiet: bool,
    extend: bool = False,
) -> int:
    """Run a plan with a display, and return the exit code."""
    from kinroute.bench.cluster import connected
    from kinroute.bench.run import opened_store
    from kinroute.bench.run import run as run_campaign
    from kinroute.cli.campaign_display import campaign_display

    with opened_store(path) as store:
        try:
            with raising_on_signals(), campaign_display(quiet=quiet) as display:
                cluster = connected(workers=workers, scheduler=scheduler)
                outcome = run_campaign(plan, store, display, on=cluster, extend=extend)
        except KeyboardInterrupt:
            done = len(store.keys() & {run.key for run in plan.runs})
            complain(
                f"interrupted; {done} of {counted(len(plan.runs), 'run')} are in {path}\n"
                "The same command resumes the campaign."
            )
            return INTERRUPTED
    return _exit_code(outcome, path, quiet=quiet)


def overview(plan: Plan, path: Path) -> str:
    """The size of a plan in words."""
    from kinroute.bench.inference_notes import inference_notes

    campaign = plan.campaign
    seconds = [campaign.budget.seconds(run.entry.instance.customers) for run in plan.runs]
    time = shown_time(sum(s for s in seconds if s is not None))
    at_most = "at most " if campaign.budget.until_best_known else ""
    cost = f", {at_most}{time} of one core" if all(s is not None for s in seconds) else ""
    return (
        f"{campaign.title}\n{counted(len(plan.entries), 'instance')} × "
        f"{counted(len(campaign.arms), 'arm')} × {counted(len(campaign.seeds), 'seed')} = "
        f"{counted(len(plan.runs), 'run')} of {campaign.budget}{cost}; store {path}"
        + "".join(f"\n{note}" for note in inference_notes(campaign.arms, []))
    )


def write_report(document: object, target: Path) -> None:
    """Write a report as HTML or Markdown, by the suffix of its name."""
    from kinroute.bench.report import Document, write_html, write_markdown

    assert isinstance(document, Document)
    if target.suffix.lower() == ".md":
        write_markdown(document, target)
    else:
        write_html(document, target)


def _exit_code(outcome: Outcome, path: Path, *, quiet: bool) -> int:
    if not quiet:
        say(f"{outcome.done} runs done, {outcome.stored} were stored already: {path}")
    if not outcome.failures:
        return 0
    run, error = outcome.failures[0]
    complain(
        f"{counted(len(outcome.failures), 'run')} failed; the first was {run.entry.name}, "
        f"{run.arm.label}, seed {run.seed}: {error}\n"
        "All others are stored; the same command retries the failed ones."
    )
    is_input = all(isinstance(error, InputError) for _, error in outcome.failures)
    return INVALID_INPUT if is_input else INTERNAL_ERROR


def _report_files(store: Path, output: Path | None) -> list[Path]:
    if output is None:
        return [store.with_suffix(".html"), store.with_suffix(".md")]
    if output.suffix.lower() not in (".html", ".md"):
        raise InputError(f"cannot write {output}: its name must end in .html or .md")
    return [output]
