"""`kinroute serve`: the HTTP service."""

from __future__ import annotations

import logging
import signal
from pathlib import Path
from typing import Annotated

import typer

from kinroute.cli.console import say
from kinroute.cli.failures import DONE, INTERRUPTED
from kinroute.io.optional_imports import optional_import

_PLACE = "Address and access"
_LIMITS = "Limits (more is refused)"


def serve(
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where jobs and results are kept; default: kinroute/service in the user's data "
            "folder.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Jobs that run at once; default: the cores.",
            min=1,
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Hand jobs to the Dask scheduler at this address, tls://…"
        ),
    ] = None,
    keep: Annotated[
        str, typer.Option(metavar="TIME", help="How long results are kept: 7d, 12h, 90min.")
    ] = "7d",
    address: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address to listen at; any but loopback needs a token.",
            rich_help_panel=_PLACE,
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="P", help="Port; 0 takes a free one.", rich_help_panel=_PLACE)
    ] = 8765,
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File with the token that clients must send; or KINROUTE_TOKEN in the "
            "environment.",
            rich_help_panel=_PLACE,
        ),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Name that requests may be addressed to, besides localhost and addresses in "
            "numbers; may be repeated.",
            rich_help_panel=_PLACE,
        ),
    ] = None,
    max_body: Annotated[
        str,
        typer.Option(metavar="SIZE", help="Size of a request.", rich_help_panel=_LIMITS),
    ] = "64MB",
    max_customers: Annotated[
        int,
        typer.Option(metavar="N", help="Customers of an instance.", rich_help_panel=_LIMITS),
    ] = 30_000,
    max_time: Annotated[
        str, typer.Option(metavar="TIME", help="Budget of a job.", rich_help_panel=_LIMITS)
    ] = "1h",
    max_threads: Annotated[
        int | None,
        typer.Option(
            metavar="T", help="Threads of a job; default: the cores.", rich_help_panel=_LIMITS
        ),
    ] = None,
    max_queue: Annotated[
        int, typer.Option(metavar="N", help="Jobs that wait.", rich_help_panel=_LIMITS)
    ] = 1000,
    max_client_jobs: Annotated[
        int,
        typer.Option(
            metavar="N", help="Unfinished jobs of one client address.", rich_help_panel=_LIMITS
        ),
    ] = 200,
    max_memory: Annotated[
        str,
        typer.Option(metavar="SIZE", help="Memory of a process.", rich_help_panel=_LIMITS),
    ] = "8GB",
    client_timeout: Annotated[
        str,
        typer.Option(
            metavar="TIME",
            help="Time in which a client must send the next piece.",
            rich_help_panel=_LIMITS,
        ),
    ] = "20s",
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing of single jobs.")] = False,
) -> None:
    """Serve jobs over HTTP: submit, follow, cancel and fetch, under /api/v1.

    Jobs are solved by worker processes. Queue and results survive a restart; at a signal, jobs that
    run go back to the queue.

    Exit code: 0 stopped (SIGTERM), 130 interrupted (Ctrl-C).
    """
    for module in ("fastapi", "uvicorn", "prometheus_client", "python_multipart"):
        optional_import(module, extra="studio", purpose="the service")
    from kinroute.search.cores import available_cores
    from kinroute.studio.service.server import serve as run
    from kinroute.studio.service.settings import (
        Limits,
        Settings,
        amount_of_bytes,
        amount_of_seconds,
        default_folder,
        read_token,
    )

    settings = Settings(
        folder=(folder or default_folder()).absolute(),
        address=address,
        port=port,
        token=read_token(token_file),
        hosts=tuple(host_name or ()),
        workers=workers,
        keep_seconds=amount_of_seconds(keep, "--keep"),
        cluster=cluster,
        limits=Limits(
            body_bytes=amount_of_bytes(max_body, "--max-body"),
            customers=max_customers,
            seconds=amount_of_seconds(max_time, "--max-time"),
            threads=max_threads or len(available_cores()),
            queue=max_queue,
            client_jobs=max_client_jobs,
            memory_bytes=amount_of_bytes(max_memory, "--max-memory"),
            idle_seconds=amount_of_seconds(client_timeout, "--client-timeout"),
        ),
    )
    logger = logging.getLogger("kinroute")
    if not quiet:
        logger.setLevel(logging.INFO)
        logger.addHandler(_JobPrinter(logging.INFO))
    number = run(settings, lambda url: say(f"Kinroute serves {url}\njobs in {settings.folder}"))
    raise typer.Exit(INTERRUPTED if number == signal.SIGINT else DONE)


class _JobPrinter(logging.Handler):
    """Prints what happens to jobs; warnings are printed anyway."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno == logging.INFO:
            say(record.getMessage())
