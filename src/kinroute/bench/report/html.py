"""A report as one HTML page that needs nothing else: pictures and style are in it."""

from __future__ import annotations

from html import escape

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

_STYLE = """
:root { --ink: #1d2329; --faint: #69727c; --line: #dde1e6; --paper: #fff; --wash: #f5f7f9; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--wash); color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 2.5rem 2rem 4rem; background: var(--paper);
  min-height: 100vh; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem;
  border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .5rem; }
p, ul { max-width: 52rem; margin: .5rem 0; }
.verdicts { display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr));
  gap: 1rem; margin: 1rem 0; }
.verdict { border: 1px solid var(--line); border-left: .4rem solid var(--mood); border-radius: 6px;
  padding: .8rem 1rem; break-inside: avoid; }
.verdict .word { font-size: 1.25rem; font-weight: 700; color: var(--mood); }
.verdict .question { font-weight: 600; }
.verdict p { font-size: .88rem; color: var(--faint); margin: .35rem 0 0; }
.helps { --mood: #1b7f4b; } .hurts { --mood: #b3261e; }
.overkill { --mood: #a15c00; } .same { --mood: #5b6570; }
.scroll { overflow-x: auto; margin: .8rem 0 1.4rem; }
table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding-bottom: .4rem; caption-side: top; }
th, td { padding: .28rem .6rem; text-align: right; white-space: nowrap; vertical-align: top; }
th:first-child, td:first-child, .wide { text-align: left; }
.wide { white-space: normal; min-width: 14rem; }
thead th { border-bottom: 1px solid var(--ink); font-weight: 600; }
thead tr.spans th { border-bottom: 1px solid var(--line); text-align: center; }
tbody tr { border-bottom: 1px solid var(--line); }
tr.faint { color: var(--faint); font-style: italic; background: var(--wash); }
td small { display: block; white-space: pre; color: var(--faint); font-size: .78em; }
figure { margin: 1rem 0 1.6rem; break-inside: avoid; }
figure svg { width: 100%; max-width: 68rem; height: auto; }
figcaption { color: var(--faint); font-size: .87rem; max-width: 52rem; }
code { background: var(--wash); padding: .05rem .3rem; border-radius: 3px; font-size: .9em; }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  body, main { background: #fff; } main { max-width: none; padding: 0; }
  h2, h3, caption { break-after: avoid; } tr { break-inside: avoid; }
  .scroll { overflow: visible; } table { font-size: 8pt; } th, td { padding: .15rem .35rem; }
}
"""
_MOODS = {"helps": "helps", "hurts": "hurts", "overkill": "overkill"}


def html_of(document: Document) -> str:
    """The page."""
    body: list[str] = []
    parts = list(document.parts)
    while parts:
        if isinstance(parts[0], Verdict):
            cards = []
            while parts and isinstance(parts[0], Verdict):
                cards.append(_part(parts.pop(0)))
            body.append(f'<div class="verdicts">{"".join(cards)}</div>')
        else:
            body.append(_part(parts.pop(0)))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{escape(document.title)}</h1>\n" + "\n".join(body) + "\n</main>\n</body>\n"
        "</html>\n"
    )


def _part(part: Part) -> str:
    match part:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Text(text):
            return f"<p>{_words(text)}</p>"
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{_words(item)}</li>" for item in items) + "</ul>"
        case Verdict():
            mood = _MOODS.get(part.mood, "same")
            reasons = "".join(f"<p>{_words(reason)}</p>" for reason in part.reasons)
            return (
                f'<div class="verdict {mood}"><div class="question">{_words(part.question)}</div>'
                f'<div class="word">{escape(part.word)}</div>{reasons}</div>'
            )
        case Table():
            return _table(part)
        case Picture():
            return (
                f'<figure role="img" aria-label="{escape(part.caption)}">{part.svg}'
                f"<figcaption>{_words(part.caption)}</figcaption></figure>"
            )


def _table(table: Table) -> str:
    spans = "".join(f'<th colspan="{width}">{escape(text)}</th>' for text, width in table.spans)
    upper = f'<tr class="spans">{spans}</tr>' if spans else ""
    head = "".join(f"<th>{escape(text)}</th>" for text in table.head)
    rows = []
    for number, row in enumerate(table.rows):
        faint = ' class="faint"' if number in table.faint else ""
        rows.append(f"<tr{faint}>" + "".join(map(_cell, row)) + "</tr>")
    return (
        f'<div class="scroll"><table><caption>{_words(table.caption)}</caption>'
        f"<thead>{upper}<tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(cell: Cell) -> str:
    text = f"<strong>{escape(cell.text)}</strong>" if cell.is_best else escape(cell.text)
    remark = f"<small>{escape(cell.remark)}</small>" if cell.remark else ""
    wide = ' class="wide"' if len(cell.text) > 30 else ""
    return f"<td{wide}>{text}{remark}</td>"


def _words(text: str) -> str:
    return "".join(
        f"<code>{escape(piece)}</code>" if is_code else escape(piece)
        for piece, is_code in pieces(text)
    )
