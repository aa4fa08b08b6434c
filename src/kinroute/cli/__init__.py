"""The command line: one file per command of `kinroute`.

Exit codes: 0 done, 1 internal error, 2 invalid input, 3 no feasible solution found in time,
130 interrupted (with the best solution written).
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

import kinroute
from kinroute.cli import (
    bench,
    check,
    compare,
    generate,
    heatmap,
    info,
    label,
    matrix,
    models,
    overkill,
    plot,
    schema,
    serve,
    solve,
    studio,
    train,
)
from kinroute.cli.console import printed_warnings, replace_unencodable
from kinroute.cli.failures import INTERNAL_ERROR, Run, exit_code_of, require_standard_output
from kinroute.cli.numbers import make_strict
from kinroute.cli.signals import leaving_on_signals

__all__ = ["app", "main"]

app = typer.Typer(
    name="kinroute",
    help="Vehicle routing by a hybrid genetic search that is steered by relatedness.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(solve.solve)
app.command()(check.check)
app.command()(compare.compare)
app.command()(generate.generate)
app.command()(plot.plot)
app.command()(info.info)
app.command()(matrix.matrix)
app.command()(studio.studio)
app.command()(schema.schema)
app.command()(label.label)
app.command()(train.train)
app.command()(heatmap.heatmap)
app.command()(models.models)
app.add_typer(bench.app)
app.command()(overkill.overkill)
app.command()(serve.serve)
make_strict(app)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run one command and exit with its code; `arguments` are the shell's by default."""
    run = Run()
    words = sys.argv[1:] if arguments is None else list(arguments)
    replace_unencodable()
    with leaving_on_signals(), printed_warnings():
        try:
            require_standard_output()
            _run(words, run)
        except Exception as error:
            sys.exit(exit_code_of(error, run))
    sys.exit(0)


def _run(words: list[str], run: Run) -> None:
    """Run a command; what it printed is out before its exit code counts."""
    try:
        app(args=words, prog_name="kinroute", obj=run)
    except SystemExit as leaving:
        if leaving.code == INTERNAL_ERROR:  # how click ends when the reader of a pipe is gone
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        sys.stdout.flush()
        raise


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kinroute {kinroute.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    debug: Annotated[
        bool,
        typer.Option(
            "--debug",
            help="Show the traceback of an error; so does KINROUTE_DEBUG=1.",
        ),
    ] = False,
) -> None:
    run = context.find_object(Run)
    if run is not None:
        run.debug = run.debug or debug
