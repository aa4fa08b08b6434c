"""`kinroute models`: the networks that can be given by name, and the cache of their heat."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinroute.cli.console import counted, rich_console, say

if TYPE_CHECKING:
    from rich.table import Table

    from kinroute.neural.catalogue import CataloguedModel

_COLUMNS = ("model", "size", "parameters", "presented", "val. loss", "recall")


def models(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
    clear_cache: Annotated[
        bool,
        typer.Option("--clear-cache", help="Delete the heat that campaigns keep, and end."),
    ] = False,
) -> None:
    """List the trained networks, and how to get those that are missing.

    They are searched for in the package, in the folder KINROUTE_MODELS, and in models/ of the
    repository. Campaigns keep the heat of a model and an instance in KINROUTE_CACHE, by default
    kinroute/heat in the user's cache folder.
    """
    from kinroute.neural.catalogue import catalogue
    from kinroute.neural.models import elsewhere
    from kinroute.relatedness.heat_cache import HeatCache

    cache = HeatCache()
    if clear_cache:
        say(f"{counted(cache.clear(), 'heatmap')} deleted from {cache.folder}")
        return
    found, missing = catalogue(), elsewhere()
    entries, size = cache.size()
    if as_json:
        content: dict[str, Any] = {
            "models": [asdict(one) for one in found],
            "missing": missing,
            "cache": {"folder": str(cache.folder), "heatmaps": entries, "bytes": size},
        }
        typer.echo(json.dumps(content))
        return
    console = rich_console(sys.stdout)
    console.print(_table(found))
    for one in found:
        console.print(f"{one.name}: {one.problem or one.path}", soft_wrap=True, highlight=False)
    for name, how in missing.items():
        console.print(f"{name}: not found. {how}", soft_wrap=True, highlight=False)
    kept = f"{counted(entries, 'heatmap')}, {size / 1e6:.1f} MB"
    console.print(f"Cache of campaigns: {cache.folder}, {kept}", soft_wrap=True, highlight=False)


def _table(found: list[CataloguedModel]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        caption="size: width × depth; recall: of optimal edges among the 15 likeliest",
    )
    for place, column in enumerate(_COLUMNS):
        table.add_column(column, justify="right" if place else "left", no_wrap=True)
    for one in found:
        if one.problem:
            table.add_row(one.name, "damaged")
            continue
        table.add_row(
            one.name,
            f"{one.width} × {one.depth}",
            f"{one.parameters:,}",
            _shown(one.presentations, ","),
            _shown(one.validation_loss, ".5f"),
            "–" if one.recall_at_15 is None else f"{100 * one.recall_at_15:.2f} %",
        )
    return table


def _shown(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)
