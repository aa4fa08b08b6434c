"""A report as Markdown, with its pictures as files beside it."""

from __future__ import annotations

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
)


def markdown_of(document: Document, pictures: str) -> str:
    """The text; `pictures` is the folder that its pictures are linked from."""
    parts = [f"# {document.title}", *(_part(part, pictures) for part in document.parts)]
    return "\n\n".join(parts) + "\n"


def _part(part: Part, pictures: str) -> str:
    match part:
        case Heading(text, level):
            return f"{'#' * level} {text}"
        case Text(text):
            return text
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
        case Verdict():
            if len(part.reasons) == 1:
                return f"- **{part.question}: {part.word}.** {part.reasons[0]}"
            reasons = "\n".join(f"  - {reason}" for reason in part.reasons)
            return f"- **{part.question}: {part.word}.**\n{reasons}"
        case Table():
            return _table(part)
        case Picture():
            return f"![{part.caption}]({pictures}/{part.name}.svg)\n\n*{part.caption}*"


def _table(table: Table) -> str:
    """Markdown has one line of headings, so the upper one goes in front of the lower."""
    uppers = [text for text, width in table.spans for _ in range(width)] or [""] * len(table.head)
    head = [f"{upper} {text}".strip() for upper, text in zip(uppers, table.head, strict=True)]
    lines = [
        f"*{table.caption}*\n",
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


def _safe(text: str) -> str:
    return text.replace("|", "\\|")
