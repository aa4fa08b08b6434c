"""The report of a campaign: one HTML page, or Markdown with pictures beside it."""

from __future__ import annotations

from pathlib import Path

from kinroute.bench.report.compose import composed
from kinroute.bench.report.document import Document, Picture
from kinroute.bench.report.html import html_of
from kinroute.bench.report.markdown import markdown_of
from kinroute.errors import InputError
from kinroute.io.atomic import write_text

__all__ = ["Document", "composed", "write_html", "write_markdown"]


def write_html(document: Document, path: Path) -> None:
    """Write one self-contained page."""
    write_text(path, html_of(document))


def write_markdown(document: Document, path: Path) -> None:
    """Write the text, and its pictures to a folder named after it."""
    folder = path.with_suffix("")
    pictures = [part for part in document.parts if isinstance(part, Picture)]
    try:
        if pictures:
            folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot create the folder {folder}: {error.strerror}") from None
    for picture in pictures:
        write_text(folder / f"{picture.name}.svg", picture.svg)
    write_text(path, markdown_of(document, folder.name))
