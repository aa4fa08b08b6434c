"""`kinroute bench status` and `repair`, and which store a command is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kinroute.cli.console import counted, say
from kinroute.errors import InputError

if TYPE_CHECKING:
    from kinroute.bench.campaign import Campaign
    from kinroute.bench.source import RunSource

AnyCampaign = Annotated[
    Path, typer.Argument(metavar="CAMPAIGN", help="A .toml file, or the .sqlite of its runs.")
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
        help="Base folder of the campaign's paths; default: KINROUTE_DATA, or the file's folder.",
    ),
]


def status(campaign: AnyCampaign, store: StoreFile = None, data: Data = None) -> None:
    """Tell how far a campaign is, and check every stored run.

    Runs are compared with their hashes, and with their instances where these can be read.
    """
    from kinroute.bench.status import status_of
    from kinroute.bench.store import Store

    path, _ = store_and_campaign(campaign, store, data)
    if path.suffix.lower() == ".parquet":
        raise InputError(f"{path} is a published table; `kinroute bench report` reads it")
    with Store(path, must_exist=True) as opened:
        found = status_of(opened)
    if found.campaign is not None:
        typer.echo(found.campaign.title)
        of = "" if found.planned is None else f" of {found.planned} requested"
        typer.echo(f"{found.selected}{of} runs by the last build")
        for arm in found.campaign.arms:
            typer.echo(f"  {arm.label}: {found.arms[arm.label]}")
    typer.echo(
        f"{counted(found.runs, 'run')} in {path}: all match their hashes, {found.checked} passed "
        "the check against their instances"
    )


def repair(
    store: Annotated[
        Path, typer.Argument(metavar="STORE", help="The damaged .sqlite file; it is only read.")
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="NEW", help="The new store; default: STORE-repaired.sqlite."
        ),
    ] = None,
) -> None:
    """Write a new store with every run of a damaged one that is readable.

    A run is kept if it matches its hash and, where its instance can be read, passes the check.
    """
    from kinroute.bench.repair import repair as repaired

    target = output or store.with_name(f"{store.stem}-repaired.sqlite")
    done = repaired(store, target)
    typer.echo(
        f"{target}: {counted(done.kept, 'run')} kept ({done.checked} checked against their "
        f"instances), {done.lost} lost, {done.rejected} not passing the check"
    )
    if not done.has_campaign:
        say("The campaign is unreadable; `kinroute bench run` with --store writes it again.")


@contextmanager
def opened_source(path: Path, campaign: Campaign | None) -> Iterator[RunSource]:
    """The runs at a path, which must not be those of another campaign of this name."""
    from kinroute.bench.opened import opened
    from kinroute.bench.origin import require_own

    with opened(path) as source:
        if campaign is not None:
            require_own(source, campaign)
        yield source


def store_and_campaign(
    given: Path, store: Path | None, data: Path | None
) -> tuple[Path, Campaign | None]:
    from kinroute.bench.campaign_file import read_campaign
    from kinroute.bench.run import default_store

    if given.suffix.lower() != ".toml":
        if store is not None:
            raise InputError(f"{given} is a store already; leave out --store, or name a .toml")
        return given, None
    campaign = read_campaign(given, data=data)
    return store or default_store(campaign.name), campaign
