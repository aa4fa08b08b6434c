"""`kinroute solve`: from a file to routes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from kinroute.cli.cluster import ClusterOptions
from kinroute.cli.console import counted, say, shown_time
from kinroute.cli.failures import DONE, INFEASIBLE, INTERRUPTED, complain
from kinroute.cli.info import carried_columns
from kinroute.cli.options import (
    MODEL_HELP,
    InstanceArguments,
    files_read,
    model_source,
    reads_instance,
)
from kinroute.cli.progress import display_for
from kinroute.cli.running import Outputs, searched
from kinroute.cli.summary import ending, print_summary, problem_lines
from kinroute.errors import ConfigError
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import plain
from kinroute.relatedness.named import NAMED
from kinroute.relatedness.network import heatmap_or_network
from kinroute.search.auto import chosen_settings
from kinroute.search.config import thread_count
from kinroute.search.methods import METHODS, Method, method_named, unused_heatmap
from kinroute.search.steering import DEFAULT_MODEL
from kinroute.search.stop import (
    AfterCpuSeconds,
    AfterIterations,
    AfterNoImprovement,
    AfterSeconds,
    AtCost,
    Stop,
    StopPlan,
    stop_plan,
)
from kinroute.solution.export import FORMATS
from kinroute.solution.measures import cost_unit
from kinroute.solution.plans.start import Start, start_from
from kinroute.solution.result import Result

_LIMITS = "Stop rules (the first one reached ends the search)"
_FILES = "Files"
_CLUSTER = "Very large instances (the extra bench)"


@reads_instance
def solve(
    given: InstanceArguments,
    method: Annotated[str, typer.Option(help=f"One of {', '.join(METHODS)}.")] = "auto",
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds of wall time.", rich_help_panel=_LIMITS),
    ] = None,
    cpu_time: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds of processor time.", rich_help_panel=_LIMITS),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Iterations; the same seed then gives the same routes.",
            rich_help_panel=_LIMITS,
        ),
    ] = None,
    no_improvement: Annotated[
        int | None,
        typer.Option(metavar="N", help="Iterations without improvement.", rich_help_panel=_LIMITS),
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(
            metavar="COST", help="A solution of this cost or less.", rich_help_panel=_LIMITS
        ),
    ] = None,
    optimistic: Annotated[
        bool,
        typer.Option("--optimistic", help="Do not count inference time.", rich_help_panel=_LIMITS),
    ] = False,
    seed: Annotated[int, typer.Option(metavar="K", help="Random seed.")] = 1,
    threads: Annotated[
        int,
        typer.Option(metavar="T", help="Number of cooperating searches, one thread each."),
    ] = 1,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Search with so many processes, which share the routes of one solution; each has "
            "--threads threads.",
            rich_help_panel=_CLUSTER,
            show_default=False,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Likewise with the workers of a Dask scheduler, such as tls://host:8786.",
            rich_help_panel=_CLUSTER,
            show_default=False,
        ),
    ] = None,
    granularity: Annotated[
        int | None,
        typer.Option(
            metavar="G",
            help="Size of the neighbour lists (Γ); default: the method's.",
        ),
    ] = None,
    local_search: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"Relatedness of the local search: {', '.join(NAMED)}, heatmap or "
            "oracle:FILE.sol; default: the method's.",
        ),
    ] = None,
    crossover: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Relatedness of the crossover, likewise; or ox or fragment for none.",
        ),
    ] = None,
    heatmap: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Heatmap of the N methods, as .npz.", rich_help_panel=_FILES
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help=f"Scores of the N methods. {MODEL_HELP}",
            show_default=DEFAULT_MODEL,
            rich_help_panel=_FILES,
        ),
    ] = None,
    pure_lists: Annotated[
        bool,
        typer.Option(
            "--pure-lists",
            help="Lists of the local search by heat alone; default: half of each by distance.",
        ),
    ] = False,
    start: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Warm start from a .sol file, or from an export of another day's plan (.csv, "
            ".json, .xlsx, .geojson), matched by name.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROUTE[:K]",
            help="Keep a route of --start, or its first K stops, as it is; may be repeated.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help=f"Write the result, by suffix: {', '.join(FORMATS)}; may be repeated.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    tiles: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Street tiles for the map of an .html page, with {z}, {x} and {y}.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.png", help="Draw the routes: .png, .svg, .pdf.", rich_help_panel=_FILES
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result as one line of JSON.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say which settings the search has, and why.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")] = False,
) -> None:
    """Solve an instance.

    Ctrl-C ends the search with the best routes so far.

    Exit code: 0 feasible routes, 3 none found in time, 130 interrupted.
    """
    chosen = method_named(method)
    if heatmap is not None and model is not None:
        raise ConfigError("--heatmap and --model both give scores; use one of them")
    source = heatmap if model is None else model_source(model, given.file)
    on = ClusterOptions(address=cluster, workers=workers)
    on.refuse(
        {
            f"--method {chosen.name}": chosen.name != "auto",
            "--local-search": local_search is not None,
            "--crossover": crossover is not None,
            "--heatmap": heatmap is not None,
            "--model": model is not None,
            "--pure-lists": pure_lists,
            "--lock": bool(lock),
            "--cpu-time": cpu_time is not None,
            "--no-improvement": no_improvement is not None,
        }
    )
    rules = _rules(time_limit, cpu_time, iterations, no_improvement, target)
    outputs = Outputs(files=tuple(output or ()), picture=plot, tiles=tiles)
    outputs.require_writable(files_read(given.file, heatmap, model, local_search, crossover))
    instance = given.read()
    outputs.require_ready(instance)
    plan = stop_plan(rules, instance.customers, threads=thread_count(threads))
    unused = unused_heatmap(str(model or heatmap), chosen, local_search, crossover)
    if source is not None and unused is not None:
        heatmap_or_network(source).neighbours(instance, 1)  # raises where it is not valid
        complain(unused)
    begun = _begun(start, lock or [], instance)
    if not quiet:
        _print_heading(instance, plan, _settings_text(chosen, seed, threads) + on.text)
        if begun is not None and begun.text:
            say(f"Start: {begun.text}")
        _print_columns(given, instance)
    if explain:
        settings = chosen_settings(chosen, instance, plan, granularity=granularity)
        say(f"settings: {settings.phases}\nreason:   {settings.reason}")
    display = display_for(
        plan,
        quiet=quiet,
        is_transient=sys.stdout.isatty() and not as_json,
        unit=cost_unit(instance),
    )
    arguments = {
        "method": chosen.name,
        "stop": rules,
        "seed": seed,
        "start": begun,
        "local_search": local_search,
        "crossover": crossover,
        "heatmap": source,
        "optimistic": optimistic,
        "granularity": granularity,
        "threads": threads,
        "neighbours": "pure" if pure_lists else "mixed",
    }
    result, is_interrupted = searched(instance, display, outputs, arguments, on.search())
    if not quiet:
        say(ending(result))
    if as_json:
        typer.echo(json.dumps(result.as_dict()))
    elif not quiet:
        print_summary(result, output[0] if output else None)
    raise typer.Exit(_exit_code(result, is_interrupted=is_interrupted))


def _begun(start: Path | None, lock: list[str], instance: Instance) -> Start | None:
    """The warm start, which errors and the heading are about."""
    if start is None and lock:
        raise ConfigError(f"--lock {lock[0]} needs --start, a plan whose stops are locked")
    return None if start is None else start_from(start, instance, lock)


def _settings_text(method: Method, seed: int, threads: int) -> str:
    several = f", {threads} threads" if threads > 1 else ""
    return f"method {method.name}, seed {seed}{several}"


def _rules(
    seconds: float | None,
    cpu_seconds: float | None,
    iterations: int | None,
    no_improvement: int | None,
    target: float | None,
) -> list[Stop]:
    rules: list[Stop] = []
    if seconds is not None:
        rules.append(AfterSeconds(seconds))
    if cpu_seconds is not None:
        rules.append(AfterCpuSeconds(cpu_seconds))
    if iterations is not None:
        rules.append(AfterIterations(iterations))
    if no_improvement is not None:
        rules.append(AfterNoImprovement(no_improvement))
    if target is not None:
        rules.append(AtCost(target))
    return rules


def _print_heading(instance: Instance, plan: StopPlan, how: str) -> None:
    lines = [
        f"{instance.name}: {counted(instance.customers, 'customer')}, "
        f"capacity {plain(instance.capacity)}, {how}",
        instance.rounding_text,
    ]
    if plan.is_default and plan.seconds is not None:
        lines.append(
            f"Default time limit: {shown_time(plan.seconds)}, by the number of customers; "
            "Ctrl-C ends the search sooner."
        )
    say("\n".join(lines))


def _print_columns(given: InstanceArguments, instance: Instance) -> None:
    """Say which columns of a table the search does not see."""
    if carried := carried_columns(instance):
        say(f"not used: {', '.join(carried)} (carried to the exports)")
    if given.ignored_columns:
        say(f"left out: {', '.join(given.ignored_columns)} (--ignore-columns)")


def _exit_code(result: Result, *, is_interrupted: bool) -> int:
    if not result.feasible:
        problems = "\n".join(problem_lines(result))
        complain(f"no feasible solution found in time; the best one violates limits:\n{problems}")
    if is_interrupted:
        complain("interrupted; these are the best routes so far")
        return INTERRUPTED
    return DONE if result.feasible else INFEASIBLE
