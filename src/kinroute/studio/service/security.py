"""Who may use the service, as an ASGI middleware.

A page of another site can send requests to loopback from the browser of a user, and a name of
another site can be made to point there (DNS rebinding). So the header Host must be an address in
numbers, localhost or a name that the operator gave, and what a browser says of the origin of a
request must be the service itself.
"""

from __future__ import annotations

import hmac
import ipaddress
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.responses import HEADERS, problem_response
from kinroute.studio.service.settings import Settings

PREFIX = "/api/v1"
_OPEN = (f"{PREFIX}/health/live", f"{PREFIX}/health/ready")
"""What needs no token: whoever starts the service asks whether it is up."""


class Security:
    """Refuses requests from elsewhere and without the token; adds headers to responses."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        problem = self._problem(scope["method"], scope["path"], headers)
        if problem is not None:
            await problem_response(problem, close=True)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.lower().encode(), value.encode())
                        for name, value in HEADERS.items()
                        if name.lower().encode() not in known
                    ),
                ]
            await send(message)

        await self._app(scope, receive, with_headers)

    def _problem(self, method: str, path: str, headers: dict[str, str]) -> ProblemError | None:
        host = headers.get("host", "")
        if not is_known_host(host, self._settings.hosts):
            text = (
                f"the service is not known as {host[:80]!r}; use its address, or give --host-name"
            )
            return ProblemError(421, "wrong-host", "The request is for another host", text)
        if is_from_elsewhere(method, host, headers):
            text = "the request comes from a page of another site, which may not use this service"
            return ProblemError(403, "wrong-origin", "The request comes from another site", text)
        token = self._settings.token
        if token is not None and path not in _OPEN and not _has_token(headers, token):
            text = "send the token of this service: Authorization: Bearer TOKEN"
            challenge = {"WWW-Authenticate": 'Bearer realm="kinroute"'}
            return ProblemError(401, "no-token", "A token is needed", text, headers=challenge)
        return None


def is_known_host(host: str, names: tuple[str, ...]) -> bool:
    """Whether a Host is an address in numbers, localhost, or one of the names."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if host != "" and urlsplit(f"//{host}").netloc != host:
            return False
        urlsplit(f"//{host}").port  # noqa: B018 - raises for what is no port
    except ValueError:
        return False
    if name == "localhost" or name in {known.lower() for known in names}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_from_elsewhere(method: str, host: str, headers: dict[str, str]) -> bool:
    """Whether a browser says that a page of another site caused a request.

    A link on another page that leads here is no harm: that page does not see the response.
    """
    origin = headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc.lower() != host.lower()
        except ValueError:
            return True
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    return not (method == "GET" and headers.get("sec-fetch-mode") == "navigate")


def _has_token(headers: dict[str, str], token: str) -> bool:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    is_same = hmac.compare_digest(given.strip().encode(), token.encode())
    return scheme.lower() == "bearer" and is_same
