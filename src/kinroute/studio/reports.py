"""The report of a campaign as a page of its own."""

from __future__ import annotations

from html import escape
from pathlib import Path

from fastapi.responses import HTMLResponse

from kinroute.bench.report import composed
from kinroute.bench.report.html import html_of
from kinroute.errors import InputError
from kinroute.studio.model.campaigns import path_of, read_campaign_results

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""A report has no scripts and asks the network for nothing."""


def report_answer(folder: Path, name: str) -> HTMLResponse:
    """The report of a store of the folder; a message where there is none."""
    headers = {"Content-Security-Policy": _POLICY}
    try:
        document = composed(read_campaign_results(path_of(folder, name)))
        return HTMLResponse(html_of(document), headers=headers)
    except InputError as error:
        return HTMLResponse(f"<p>{escape(str(error))}</p>", status_code=404, headers=headers)
