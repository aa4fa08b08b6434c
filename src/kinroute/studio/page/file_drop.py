"""A place to drop a file, or to choose one."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import unquote

from fastapi import HTTPException, Request
from nicegui import app, context
from nicegui.element import Element

from kinroute.studio.model.reading import MOST_BYTES
from kinroute.studio.page.controls import notice

Receiver = Callable[[str, bytes], Awaitable[None]]

_receivers: dict[str, tuple[Element, Receiver]] = {}
"""By a key that only the page of the element knows."""


class FileDrop(Element, component="file_drop.js"):
    """Receives files of the browser; nothing is written, and their names are only shown."""

    def __init__(self, text: str, receiver: Receiver, *, hint: str = "", everywhere: bool = False):
        """With `everywhere` also what is dropped on any other place of the page."""
        super().__init__()
        key = secrets.token_urlsafe(16)
        self._props.update(url=f"/studio/files/{key}", text=text, hint=hint, most=MOST_BYTES)
        self._props["everywhere"] = everywhere
        _receivers[key] = (self, receiver)
        context.client.on_delete(lambda: _receivers.pop(key, None))
        self.on("refused", lambda event: _refuse(self, str(event.args)))


def _refuse(element: Element, name: str) -> None:
    with element:
        notice(f"{name}: more than {MOST_BYTES // 2**20} MB cannot be opened", is_error=True)


async def receive(key: str, request: Request) -> dict[str, str]:
    """Take the file that a page posts; the body is read up to the limit only."""
    if key not in _receivers:
        raise HTTPException(404, "this page is no longer open")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > MOST_BYTES:
            raise HTTPException(413, f"more than {MOST_BYTES} bytes")
    element, receiver = _receivers[key]
    with element:
        await receiver(unquote(request.headers.get("x-file-name", "file"))[:200], bytes(content))
    return {"received": "yes"}


def register() -> None:
    """Add the route that files are posted to."""
    app.post("/studio/files/{key}", include_in_schema=False)(receive)
