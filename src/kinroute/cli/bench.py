"""`kinroute bench`: campaigns of many runs, their store and their report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinroute.cli.console import counted, say, shown_time
from kinroute.cli.failures import INTERNAL_ERROR, INTERRUPTED, INVALID_INPUT, complain
from kinroute.cli.signals import raising_on_signals
from kinroute.errors import InputError

if TYPE_CHECKING:
    from kinroute.bench.campaign import Campaign
    from kinroute.bench.plan import Plan
    from kinroute.bench.runner import Outcome

app = typer.Typer(
    name="bench",
    help="Campaigns of many runs: run them, report on them, export them.",
    no_args_is_help=True,
)

CampaignFile = Annotated[
    Path, typer.Argument(metavar="CAMPAIGN", help="A .toml file, such as those in campaigns/.")
]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store", metavar="FILE", help="The SQLite file of its runs; default: runs/NAME.sqlite."
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Where the campaign's folders are; default: KINROUTE_DATA, or beside the campaign.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="W", help="Runs at a time on this machine; default: one per core."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="A Dask scheduler that is there already."),
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
            help="Only so many of its instances, spread evenly over their kinds; a larger sample "
            "holds the smaller one.",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what there is to do.")] = False,
    quiet: Quiet = False,
) -> None:
    """Run what is missing of a campaign; every run is stored as soon as it is done.

    Stop it at will: the same command goes on where it was.
    """
    from kinroute.bench.campaign_file import read_campaign
    from kinroute.bench.campaigning import default_store
    from kinroute.bench.plan import planned

    wanted = read_campaign(campaign, data=data)
    plan = planned(wanted, sample=sample)
    path = store or default_store(wanted.name)
    if not quiet:
        say(what_comes(plan, path))
    if not dry_run:
        raise typer.Exit(carried_out(plan, path, workers, scheduler, quiet=quiet))


@app.command()
def report(
    campaign: Annotated[
        Path, typer.Argument(metavar="CAMPAIGN", help="A .toml file, or the .sqlite of its runs.")
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
        str | None, typer.Option(metavar="BUILD", help="Of which build; default: the last.")
    ] = None,
) -> None:
    """Tell what came out: tables beside the paper's, tests, pictures, and a verdict in words."""
    from kinroute.bench.report import composed
    from kinroute.bench.results import results_of
    from kinroute.bench.store import Store

    path, wanted = _store_and_campaign(campaign, store, data)
    with Store(path, must_exist=True) as opened:
        results = results_of(opened, wanted.plain if wanted else None, code)
    document = composed(results)
    for target in _report_files(path, output):
        write_report(document, target)
        typer.echo(target)


@app.command()
def export(
    campaign: Annotated[
        Path, typer.Argument(metavar="CAMPAIGN", help="A .toml file, or the .sqlite of its runs.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="A .csv or .parquet file.")
    ],
    store: StoreFile = None,
    data: Data = None,
    traces: Annotated[
        bool, typer.Option("--traces", help="Every improvement of every run instead of the runs.")
    ] = False,
) -> None:
    """Write the runs as a table for other programs."""
    from kinroute.bench.export import export as exported
    from kinroute.bench.store import Store

    path, _ = _store_and_campaign(campaign, store, data)
    with Store(path, must_exist=True) as opened:
        rows = exported(opened, output, traces=traces)
    typer.echo(f"{output}: {counted(rows, 'row')}")


def carried_out(
    plan: Plan, path: Path, workers: int | None, scheduler: str | None, *, quiet: bool
) -> int:
    """Run a plan with a display, and return the exit code."""
    from kinroute.bench.campaigning import filled, opened
    from kinroute.cli.campaign_display import campaign_display

    with opened(path) as store:
        try:
            with raising_on_signals(), campaign_display(quiet=quiet) as display:
                outcome = filled(plan, store, display, workers=workers, scheduler=scheduler)
        except KeyboardInterrupt:
            done = len(store.keys() & {run.key for run in plan.runs})
            complain(
                f"interrupted; {done} of {counted(len(plan.runs), 'run')} are in {path}\n"
                "The same command goes on from there."
            )
            return INTERRUPTED
    return _exit_code(outcome, path, quiet=quiet)


def what_comes(plan: Plan, path: Path) -> str:
    """How much there is to do, in words."""
    campaign = plan.campaign
    seconds = [campaign.budget.seconds(run.entry.instance.customers) for run in plan.runs]
    time = shown_time(sum(s for s in seconds if s is not None))
    at_most = "at most " if campaign.budget.until_best_known else ""
    cost = f", {at_most}{time} of one core" if all(s is not None for s in seconds) else ""
    return (
        f"{campaign.title}\n{counted(len(plan.entries), 'instance')} × "
        f"{counted(len(campaign.arms), 'arm')} × {counted(len(campaign.seeds), 'seed')} = "
        f"{counted(len(plan.runs), 'run')} of {campaign.budget}{cost}; store {path}"
    )


def write_report(document: object, target: Path) -> None:
    """Write a report as what its name says."""
    from kinroute.bench.report import Document, write_html, write_markdown

    assert isinstance(document, Document)
    if target.suffix.lower() == ".md":
        write_markdown(document, target)
    else:
        write_html(document, target)


def _exit_code(outcome: Outcome, path: Path, *, quiet: bool) -> int:
    if not quiet:
        say(f"{outcome.done} runs done, {outcome.stored} were there already: {path}")
    if not outcome.failures:
        return 0
    run, error = outcome.failures[0]
    complain(
        f"{counted(len(outcome.failures), 'run')} failed; the first was {run.entry.name}, "
        f"{run.arm.label}, seed {run.seed}: {error}\n"
        "All others are stored; the same command tries the failed ones again."
    )
    is_input = all(isinstance(error, InputError) for _, error in outcome.failures)
    return INVALID_INPUT if is_input else INTERNAL_ERROR


def _store_and_campaign(
    given: Path, store: Path | None, data: Path | None
) -> tuple[Path, Campaign | None]:
    from kinroute.bench.campaign_file import read_campaign
    from kinroute.bench.campaigning import default_store

    if given.suffix.lower() != ".toml":
        if store is not None:
            raise InputError(f"{given} is a store already; leave out --store, or name a .toml")
        return given, None
    campaign = read_campaign(given, data=data)
    return store or default_store(campaign.name), campaign


def _report_files(store: Path, output: Path | None) -> list[Path]:
    if output is None:
        return [store.with_suffix(".html"), store.with_suffix(".md")]
    if output.suffix.lower() not in (".html", ".md"):
        raise InputError(f"cannot write {output}: its name must end in .html or .md")
    return [output]
