"""Bodies that are too large, and clients that are too slow, as an ASGI middleware."""

from __future__ import annotations

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinroute.studio.service.problems import ProblemError, too_large, too_slow
from kinroute.studio.service.responses import problem_response
from kinroute.studio.service.settings import Limits


class BodyLimits:
    """Counts a body while it comes, whatever its headers say, and bounds every pause."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        size = headers.get(b"content-length", b"0")
        if size.isdigit() and int(size) > self._limits.body_bytes:
            await problem_response(too_large(self._limits.body_bytes), close=True)(
                scope, receive, send
            )
            return
        guarded = _Guard(self._limits, receive, send)
        try:
            await self._app(scope, guarded.receive, guarded.send)
        except TimeoutError:  # the client does not take the response
            return
        except ProblemError as problem:
            if not guarded.has_begun:
                await problem_response(problem, close=True)(scope, receive, send)


class _Guard:
    """The two directions of one request."""

    def __init__(self, limits: Limits, receive: Receive, send: Send) -> None:
        self._limits, self._receive, self._send = limits, receive, send
        self._received = 0
        self._is_complete = False
        self.has_begun = False

    async def receive(self) -> Message:
        """The next piece of the body; raises `ProblemError` where it is too much, or too late."""
        if self._is_complete:  # what comes now is the end of the connection
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), self._limits.idle_seconds)
        except TimeoutError:
            raise too_slow(self._limits.idle_seconds) from None
        self._received += len(message.get("body", b""))
        self._is_complete = not message.get("more_body", False)
        if self._received > self._limits.body_bytes:
            raise too_large(self._limits.body_bytes)
        return message

    async def send(self, message: Message) -> None:
        """Send a piece; a client that does not take it is given up."""
        self.has_begun = True
        await asyncio.wait_for(self._send(message), 3 * self._limits.idle_seconds)
