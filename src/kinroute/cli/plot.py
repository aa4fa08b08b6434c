"""`kinroute plot`: a picture of an instance, its routes, or its relatedness."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from kinroute.cli.outputs import require_apart, require_picture
from kinroute.errors import ConfigError
from kinroute.problem.instance import Instance
from kinroute.relatedness.named import NAMED, named
from kinroute.relatedness.neighbours import Relatedness
from kinroute.relatedness.network import heatmap_or_network
from kinroute.solution import Solution

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_RELATEDNESS = "Relatedness"
_SEARCH_SECONDS = 2.0


@reads_instance
def plot(
    given: InstanceArguments,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT.png", help="A .png, .svg or .pdf file.")
    ],
    solution: Annotated[
        Path | None, typer.Argument(metavar="[SOL]", help="A CVRPLIB solution file.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Title; default: the instance's name.")] = None,
    related: Annotated[
        int | None,
        typer.Option(
            metavar="I",
            help="Draw the customers most related to customer I, and its route in the solution.",
            rich_help_panel=_RELATEDNESS,
        ),
    ] = None,
    crossover: Annotated[
        int | None,
        typer.Option(
            metavar="I",
            help="Draw a crossover whose fragment ends at customer I.",
            rich_help_panel=_RELATEDNESS,
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"{', '.join(NAMED)} or oracle:FILE.sol; may be repeated. "
            "Default: distance, and --heatmap and --model where given.",
            rich_help_panel=_RELATEDNESS,
        ),
    ] = None,
    heatmap: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Heatmap, as .npz.", rich_help_panel=_RELATEDNESS),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help=MODEL_HELP,
            rich_help_panel=_RELATEDNESS,
        ),
    ] = None,
    count: Annotated[
        int,
        typer.Option(
            metavar="K", help="Number of related customers.", rich_help_panel=_RELATEDNESS
        ),
    ] = 20,
) -> None:
    """Draw an instance, with its routes where a solution is given.

    With --related or --crossover and without a solution, a search of two seconds finds one.
    """
    from kinroute.plot.files import save
    from kinroute.plot.routes import draw

    require_apart([output], files_read(given.file, solution, heatmap, model, *(by or ())))
    require_picture(output)
    instance = given.read()
    routes = None if solution is None else Solution.read(solution)
    if related is None and crossover is None:
        figure = draw(instance, routes, title=title)
    elif related is not None and crossover is not None:
        raise ConfigError("--related and --crossover are two pictures; use one of them")
    elif count < 1:
        raise ConfigError(f"--count {count}; use 1 or more")
    else:
        chosen = _relatednesses(by or [], heatmap, model, given.file)
        figure = (
            _related(instance, related, routes, chosen, count)
            if related is not None
            else _crossover(instance, crossover or 0, routes, chosen, count)
        )
    save(figure, output)
    typer.echo(output)


def _relatednesses(
    names: list[str], heatmap: Path | None, model: str | None, file: Path
) -> dict[str, Relatedness]:
    """The requested relatednesses by the name that the picture shows."""
    chosen: dict[str, Relatedness] = {}
    for name in names or ["distance"]:
        relatedness = named(name)
        if relatedness is None:
            raise ConfigError(f"relatedness {name!r} is unknown; use one of {', '.join(NAMED)}")
        chosen[name.lower()] = relatedness
    if heatmap is not None:
        chosen[f"heatmap {heatmap.name}"] = heatmap_or_network(heatmap)
    if model is not None:
        chosen[model_name(model)] = model_source(model, file)
    return chosen


def _related(
    instance: Instance,
    customer: int,
    routes: Solution | None,
    chosen: dict[str, Relatedness],
    count: int,
) -> Figure:
    from kinroute.plot.related import draw_related, require_customer

    require_customer(instance, customer)
    return draw_related(instance, customer, chosen, routes or _found(instance, 1), count=count)


def _crossover(
    instance: Instance,
    customer: int,
    routes: Solution | None,
    chosen: dict[str, Relatedness],
    count: int,
) -> Figure:
    from kinroute.plot.crossover import draw_crossover
    from kinroute.plot.related import require_customer

    require_customer(instance, customer)
    last = list(chosen.values())[-1]
    parents = (routes or _found(instance, 1), _found(instance, 2))
    return draw_crossover(instance, customer, last, parents, count=count)


def _found(instance: Instance, seed: int) -> Solution:
    """A solution of a short search."""
    from kinroute.search.solve import solve
    from kinroute.search.stop import AfterNoImprovement, AfterSeconds, Stop

    say(f"Searching for a solution, {_SEARCH_SECONDS:.0f} s at most …")
    stop: list[Stop] = [AfterSeconds(_SEARCH_SECONDS), AfterNoImprovement(1000)]
    return solve(instance, method="D-O", stop=stop, seed=seed).solution
