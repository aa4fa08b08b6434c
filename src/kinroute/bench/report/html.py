"""A report as one self-contained HTML page, with pictures and style inside."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from kinroute.bench.optional_imports import optional_import
from kinroute.bench.report.document import Document, Part, pieces

_TEMPLATE = "page.html.jinja"
_CLASSES = {word: word for word in ("helps", "hurts", "equivalent", "inconclusive")}
"""The style of a card by its verdict; others look as an inconclusive one."""


def html_of(document: Document) -> str:
    """The page; all texts are escaped."""
    jinja2 = optional_import("jinja2")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    page: str = environment.get_template(_TEMPLATE).render(
        title=document.title,
        groups=[(kind, list(parts)) for kind, parts in groupby(document.parts, _kind)],
        pieces=pieces,
        classes=_CLASSES,
    )
    return page.lstrip()


def _kind(part: Part) -> str:
    return type(part).__name__
