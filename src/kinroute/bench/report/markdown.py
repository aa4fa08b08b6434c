"""A report as Markdown, with its pictures as files beside it."""

from __future__ import annotations

import re
from urllib.parse import quote

from kinroute.bench.report.document import (
    Bullets,
    Cell,
    Document,
    Heading,
    Part,
    Picture,
    Table,
    Text,
    Verdict,
    pieces,
)

_HTML = {"&": "&amp;", "<": "&lt;"}
_MARKS = re.compile(r"[\\`*_\[\]|~$>]|(?<!\S)#(?=#*(?:\s|$))|&(?=[#\w])|<(?=[\w/!?])")
"""Markup within a line; a hash on its own, & and < before a name."""
_BEGINNINGS = re.compile(r"^(\d*)([-+.)])(?=[\s-]|$)")
"""Markup of lists and rules at the beginning of a line."""


def markdown_of(document: Document, pictures: str) -> str:
    """The text; `pictures` is the folder that its pictures are linked from."""
    parts = [f"# {_safe(document.title)}", *(_part(part, pictures) for part in document.parts)]
    return "\n\n".join(parts) + "\n"


def _part(part: Part, pictures: str) -> str:
    match part:
        case Heading(text, level):
            return f"{'#' * level} {_safe(text)}"
        case Text(text):
            return _words(text)
        case Bullets(items):
            return "\n".join(f"- {_words(item)}" for item in items)
        case Verdict():
            answer = f"- **{_words(part.question)}: {_safe(part.word)}.**"
            reasons = list(map(_words, part.reasons))
            if len(reasons) == 1:
                return f"{answer} {reasons[0]}"
            return "\n".join([answer, *(f"  - {reason}" for reason in reasons)])
        case Table():
            return _table(part)
        case Picture():
            caption, link = _words(part.caption), quote(f"{pictures}/{part.name}.svg")
            return f"![{caption}]({link})\n\n*{caption}*"


def _table(table: Table) -> str:
    """Markdown tables have one header row, so the upper header precedes the lower."""
    uppers = [text for text, width in table.spans for _ in range(width)] or [""] * len(table.head)
    head = [f"{upper} {text}".strip() for upper, text in zip(uppers, table.head, strict=True)]
    lines = [
        f"*{_words(table.caption)}*\n",
        f"| {' | '.join(map(_safe, head))} |",
        f"|{'|'.join(['---', *['---:'] * (len(head) - 1)])}|",
    ]
    for number, row in enumerate(table.rows):
        is_faint = number in table.faint
        lines.append(f"| {' | '.join(_cell(cell, is_faint) for cell in row)} |")
    return "\n".join(lines)


def _cell(cell: Cell, is_faint: bool) -> str:
    text = _safe(cell.text)
    if cell.is_best:
        text = f"**{text}**"
    elif is_faint and text:
        text = f"*{text}*"
    return f"{text} ({_safe(cell.remark)})" if cell.remark else text


def _words(text: str) -> str:
    """The text on one line, with `code` as its only markup."""
    line = "".join(
        f"`{piece}`" if is_code else _escaped(piece)
        for piece, is_code in pieces(" ".join(text.split()))
    )
    return _BEGINNINGS.sub(r"\1\\\2", line)


def _safe(text: str) -> str:
    """The text on one line, without any markup."""
    return _BEGINNINGS.sub(r"\1\\\2", _escaped(" ".join(text.split())))


def _escaped(line: str) -> str:
    return _MARKS.sub(lambda found: _HTML.get(found[0], f"\\{found[0]}"), line)
