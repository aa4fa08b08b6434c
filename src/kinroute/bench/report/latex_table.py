"""A table of a report in LaTeX, with the rules of booktabs."""

from __future__ import annotations

import re

from kinroute.bench.report.document import Cell, Table
from kinroute.bench.report.latex_text import escaped, words

_NUMBER = re.compile(r"[-+−–<>=≤≥]?\s*[\d.,]*\s*%?$")
_MINUS = re.compile(r"(?<!\w)-(?=[\d.])")
_WIDE = 30
"""Longer texts are broken into lines."""
_COLUMN = r">{\raggedright\arraybackslash}p{4.5cm}"
_ROOM = r"max width=\textwidth, max totalheight=0.85\textheight"


def table_of(table: Table, label: str) -> str:
    """A floating table; it is scaled down where it is larger than the page."""
    lines = [
        r"\begin{table}[htbp]",
        r"\centering",
        rf"\caption{{{words(table.caption)}}}",
        rf"\label{{{label}}}",
        rf"\begin{{adjustbox}}{{{_ROOM}}}",
        rf"\begin{{tabular}}{{{_columns(table)}}}",
        r"\toprule",
        *_head(table),
        r"\midrule",
        *(line for number, row in enumerate(table.rows) for line in _row(table, number, row)),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{adjustbox}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _columns(table: Table) -> str:
    """Numbers to the right, other texts to the left."""
    columns = []
    for number in range(len(table.head)):
        texts = [row[number].text for row in table.rows]
        if any(len(text) > _WIDE for text in texts):
            columns.append(_COLUMN)
        else:
            is_left = number == 0 or not all(_NUMBER.match(text) for text in texts)
            columns.append("l" if is_left else "r")
    return "".join(columns)


def _head(table: Table) -> list[str]:
    lines, rules, first = [], [], 1
    for text, width in table.spans:
        lines.append(rf"\multicolumn{{{width}}}{{c}}{{{escaped(text)}}}")
        if text:
            rules.append(rf"\cmidrule(lr){{{first}-{first + width - 1}}}")
        first += width
    upper = [" & ".join(lines) + r" \\", "".join(rules)] if lines else []
    return [*upper, " & ".join(map(escaped, table.head)) + r" \\"]


def _row(table: Table, number: int, row: list[Cell]) -> list[str]:
    """The texts of a row, and below them its remarks, line by line."""
    is_faint = number in table.faint
    lines = [" & ".join(_cell(cell, is_faint) for cell in row) + r" \\"]
    remarks = [cell.remark.split("\n") if cell.remark else [] for cell in row]
    for depth in range(max(map(len, remarks), default=0)):
        texts = [remark[depth] if depth < len(remark) else "" for remark in remarks]
        lines.append(" & ".join(rf"{{\scriptsize {_figures(t)}}}" if t else "" for t in texts))
        lines[-1] += r" \\"
    return lines


def _cell(cell: Cell, is_faint: bool) -> str:
    text = _figures(cell.text) if _NUMBER.match(cell.text) else escaped(cell.text)
    if text and (cell.is_best or is_faint):
        return rf"\text{'bf' if cell.is_best else 'it'}{{{text}}}"
    return f"{{{text}}}" if text.startswith("[") else text


def _figures(text: str) -> str:
    """Figures with real minus signs."""
    return escaped(_MINUS.sub("−", text))
