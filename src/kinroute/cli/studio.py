"""`kinroute studio`: plan, watch and compare in a browser."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from kinroute.cli.console import say
from kinroute.cli.failures import INTERRUPTED
from kinroute.cli.options import InstanceArguments, reads_instance
from kinroute.cli.signals import raising_on_signals
from kinroute.io.optional_imports import optional_import

_PORT = 8765


@reads_instance
def studio(
    given: InstanceArguments | None,
    port: Annotated[
        int, typer.Option(metavar="PORT", min=0, max=65535, help="Port; 0 takes a free one.")
    ] = _PORT,
    address: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address to listen at; any other than this machine's own needs the token that is "
            "printed.",
        ),
    ] = "127.0.0.1",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    runs: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder with the stores of campaigns.")
    ] = Path("runs"),
) -> None:
    """Open the studio: a page to plan, to watch searches and to compare them.

    Ctrl-C ends it.

    Exit code: 130.
    """
    optional_import("nicegui", extra="studio", purpose="the studio")
    from kinroute.studio.opening import opened_session
    from kinroute.studio.server import address_of, bound_socket, serve
    from kinroute.studio.service.settings import is_loopback

    first = None if given is None else opened_session(given)
    token = None if is_loopback(address) else secrets.token_urlsafe(16)
    with bound_socket(address, port) as listening:
        say(f"The studio is at {address_of(listening, token)} (Ctrl-C ends it)")
        if token is not None:
            say("From other machines: the same with the name or address of this one.")

        def prepare() -> object:
            from kinroute.studio.app import StudioSettings, create_app

            return create_app(
                StudioSettings(host=address, token=token, first=first, campaigns=runs)
            )

        with raising_on_signals():
            serve(listening, token=token, prepare=prepare, browser=browser)
    raise typer.Exit(INTERRUPTED)
