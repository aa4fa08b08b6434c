"""Who may talk to the studio: pages of its own, from this machine, or with the token."""

from __future__ import annotations

import secrets
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from kinroute.studio.service.settings import is_loopback

COOKIE = "kinroute_token"


class Guard:
    """Refuses other hosts' names, pages of other origins, and strangers without the token.

    A page of another site can send requests to an address of this machine, and a name of its own
    can lead here (DNS rebinding): Host and Origin tell.
    """

    def __init__(self, app: ASGIApp, *, host: str, token: str | None) -> None:
        self._app = app
        self._host = host
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        reason = self._refusal(headers)
        if reason is None and self._token is not None and not self._has_token(headers):
            if scope["type"] == "http" and self._is_given(scope):
                await self._welcome(scope, receive, send)
                return
            reason = "the token is missing; use the address that the studio printed"
        if reason is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse(reason, status_code=403)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})

    def _refusal(self, headers: Headers) -> str | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            name = urlsplit(f"//{host}").hostname or ""
            sender = host if origin is None else urlsplit(origin).netloc
        except ValueError:
            return "this is no address"
        if is_loopback(self._host) and not is_loopback(name):
            return "this address is not the studio's"
        return None if sender == host else "requests of other sites are refused"

    def _has_token(self, headers: Headers) -> bool:
        cookies = SimpleCookie(headers.get("cookie", ""))
        given = cookies[COOKIE].value if COOKIE in cookies else ""
        return secrets.compare_digest(given.encode(), (self._token or "").encode())

    def _is_given(self, scope: Scope) -> bool:
        (given, *_) = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])
        return secrets.compare_digest(given.encode(), (self._token or "").encode())

    async def _welcome(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = RedirectResponse(scope["path"], status_code=303)
        answer.set_cookie(COOKIE, self._token or "", httponly=True, samesite="strict")
        await answer(scope, receive, send)
