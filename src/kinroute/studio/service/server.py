"""The server process: its socket, slow connections, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from kinroute.errors import InputError
from kinroute.studio.service.app import create_app
from kinroute.studio.service.security import PREFIX
from kinroute.studio.service.service import running
from kinroute.studio.service.settings import Settings

_END_SECONDS = 5
"""How long open connections may last after the request to stop."""
_LARGEST_HEAD = 64 * 1024


def serve(settings: Settings, on_ready: Callable[[str], None]) -> int | None:
    """Serve until a signal; return its number.

    `on_ready` is called with the address of the service once it can be used.
    """
    with bound(settings) as listening:
        app = create_app(settings)
        server = _Server(app, settings, lambda: on_ready(url_of(listening)))
        asyncio.run(_serve(server, app, settings, listening))
        return server.signal


async def _serve(
    server: _Server, app: FastAPI, settings: Settings, listening: socket.socket
) -> None:
    async with running(settings) as service:
        app.state.service = service
        await server.serve(sockets=[listening])


@contextmanager
def bound(settings: Settings) -> Iterator[socket.socket]:
    """A socket at the address of the service; raises InputError where that is taken."""
    family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
    address = settings.address.strip("[]")
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address, settings.port))
        except OSError as error:
            text = f"cannot listen at {settings.address}, port {settings.port}: {error.strerror}"
            raise InputError(f"{text}\nUse another --port, or 0 for any that is free.") from None
        yield listening


def url_of(listening: socket.socket) -> str:
    """The address of the service for clients on this machine."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{PREFIX}"


class _Server(uvicorn.Server):
    """Says when it is ready, ends streams of events when it stops, and remembers the signal."""

    def __init__(self, app: FastAPI, settings: Settings, on_ready: Callable[[], None]) -> None:
        self._service_app, self._on_ready = app, on_ready
        self.signal: int | None = None
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                http=_protocol(settings.limits.idle_seconds),
                ws="none",
                lifespan="off",
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=int(max(1, settings.limits.idle_seconds)),
                timeout_graceful_shutdown=_END_SECONDS,
                h11_max_incomplete_event_size=_LARGEST_HEAD,
            )
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at the first signal that requests it; the caller decides on the exit code."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop."""
        self.signal = self.signal or sig
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets=sockets)
        if self.started and not self.should_exit:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams first: they would keep their connections open."""
        self._service_app.state.service.changes.close()
        await super().shutdown(sockets=sockets)


def _protocol(seconds: float) -> type[H11Protocol]:
    """HTTP/1.1 that closes connections which do not send a whole head in time."""

    class Protocol(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def _watch(self) -> None:
            """Bound the time between the first byte of a head and its last."""
            if self.conn.their_state is not h11.IDLE:
                self._forget()
            elif self._deadline is None:
                self._deadline = self.loop.call_later(seconds, self._give_up)

        def _give_up(self) -> None:
            self._deadline = None
            if self.conn.their_state is h11.IDLE:
                self.transport.close()

        def _forget(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return Protocol
