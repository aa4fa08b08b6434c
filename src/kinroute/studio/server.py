"""Runs the studio until it is interrupted."""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable

from kinroute.errors import ConfigError
from kinroute.io.optional_imports import optional_import

_OF_THIS_MACHINE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a socket that listens everywhere is reached."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises ConfigError where it cannot."""
    if not 0 <= port <= 65535:
        raise ConfigError(f"port {port}; use a number from 0 to 65535")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ConfigError(
            f"cannot listen at {host}, port {port}: {error.strerror}\n"
            "Use another --port, or 0 for any that is free."
        ) from None
    listening.listen(128)
    return listening


def address_of(listening: socket.socket, token: str | None) -> str:
    """The address of the studio, for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    host = _OF_THIS_MACHINE.get(host, host)
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def serve(
    listening: socket.socket,
    *,
    token: str | None,
    prepare: Callable[[], object],
    browser: bool,
) -> None:
    """Serve on a socket until SIGINT or SIGTERM.

    `prepare` makes the application once the folder of NiceGUI's own files is set.
    """
    uvicorn = optional_import("uvicorn", extra="studio", purpose="the studio")
    with tempfile.TemporaryDirectory(prefix="kinroute-studio-") as folder:
        os.environ["NICEGUI_STORAGE_PATH"] = folder
        config = uvicorn.Config(
            prepare(), log_level="warning", access_log=False, timeout_graceful_shutdown=2
        )
        server = uvicorn.Server(config)
        if browser:
            threading.Timer(0.5, _open, [address_of(listening, token)]).start()
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[listening])


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)
