"""Responses that carry a problem, and the headers of all responses."""

from __future__ import annotations

import json

from starlette.responses import Response

from kinroute.studio.service.problems import MEDIA_TYPE, ProblemError

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "frame-ancestors 'none'",
}
"""Of every response; a page of the service has no scripts."""


def problem_response(problem: ProblemError, *, close: bool = False) -> Response:
    """A problem as a response; `close` where the rest of the request is not read."""
    headers = {**HEADERS, **problem.headers}
    if close:
        headers["Connection"] = "close"
    return Response(
        json.dumps(problem.as_dict()), problem.status, headers=headers, media_type=MEDIA_TYPE
    )
