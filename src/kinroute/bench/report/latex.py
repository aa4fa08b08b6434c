"""A report as LaTeX: a file for each table, its pictures as PDF, and a document of them all."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from kinroute.bench.report.document import (
    Bullets,
    Document,
    Heading,
    Part,
    Picture,
    Table,
    Text,
    Verdict,
)
from kinroute.bench.report.latex_table import table_of
from kinroute.bench.report.latex_text import escaped, words
from kinroute.bench.report.pdf import pdf_of
from kinroute.errors import InputError
from kinroute.io.atomic import write_bytes, write_text

_SECTIONS = {2: "section", 3: "subsection"}
_HEAD = r"""% Compiles with pdfLaTeX; names in other scripts need LuaLaTeX and a font that has them.
\documentclass{article}
\usepackage[a4paper, margin=2.2cm]{geometry}
\usepackage{iftex}
\ifPDFTeX
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\else
\usepackage{fontspec}
\fi
\usepackage{textcomp}
\usepackage{array}
\usepackage{booktabs}
\usepackage{graphicx}
\usepackage{adjustbox}
\setlength{\belowcaptionskip}{6pt}
"""


def write_latex(document: Document, folder: Path) -> list[Path]:
    """Write main.tex, a .tex file for each table and a .pdf for each picture; return all paths."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot create the folder {folder}: {error.strerror}") from None
    lines, paths = [], [folder / "main.tex"]
    for name, part in _named(document.parts):
        if isinstance(part, Table):
            paths.append(folder / f"{name}.tex")
            write_text(paths[-1], table_of(part, f"tab:{name.removeprefix('table-')}"))
        elif isinstance(part, Picture) and part.figure is not None:
            paths.append(folder / f"{name}.pdf")
            write_bytes(paths[-1], pdf_of(part.figure))
        lines.append(_part(part, name))
    write_text(paths[0], _main(document.title, lines))
    return paths


def _named(parts: list[Part]) -> list[tuple[str, Part]]:
    """The parts with their file names: tables after their section, pictures as they are called."""
    named = []
    counts = Counter(name for name, part in _sections(parts) if isinstance(part, Table))
    seen: Counter[str] = Counter()
    for section, part in _sections(parts):
        name = part.name if isinstance(part, Picture) else ""
        if isinstance(part, Table):
            seen[section] += 1
            name = f"table-{section}" + (f"-{seen[section]}" if counts[section] > 1 else "")
        named.append((name, part))
    return named


def _sections(parts: list[Part]) -> list[tuple[str, Part]]:
    """The parts, each with the heading above it as a file name."""
    section, found = "opening", []
    for part in parts:
        if isinstance(part, Heading):
            section = re.sub(r"[^a-z0-9]+", "-", part.text.lower()).strip("-") or "section"
        found.append((section, part))
    return found


def _main(title: str, lines: list[str]) -> str:
    """The document; a caption that wraps needs no hyphens in names."""
    body = "\n\n".join(line for line in lines if line)
    return (
        f"{_HEAD}\\title{{{escaped(title)}}}\n\\author{{}}\n\\date{{}}\n\n"
        f"\\begin{{document}}\n\\maketitle\n\n{body}\n\n\\end{{document}}\n"
    )


def _part(part: Part, name: str) -> str:
    match part:
        case Heading(text, level):
            return rf"\{_SECTIONS.get(level, 'subsubsection')}{{{escaped(text)}}}"
        case Text(text):
            return words(text)
        case Bullets(items):
            return _items([words(item) for item in items])
        case Verdict():
            answer = rf"\paragraph{{{words(part.question)}: {escaped(part.word)}.}}"
            reasons = list(map(words, part.reasons))
            if len(reasons) == 1:
                return f"{answer} {reasons[0]}"
            return f"{answer}\n{_items(reasons)}".strip()
        case Table():
            return rf"\input{{{name}}}"
        case Picture():
            return _figure(part) if part.figure is not None else ""


def _items(items: list[str]) -> str:
    lines = [r"\begin{itemize}", *(rf"\item {{}}{item}" for item in items), r"\end{itemize}"]
    return "\n".join(lines) if items else ""


def _figure(picture: Picture) -> str:
    return "\n".join(
        [
            r"\begin{figure}[htbp]",
            r"\centering",
            rf"\includegraphics[width=\textwidth]{{{picture.name}.pdf}}",
            rf"\caption{{{words(picture.caption)}}}",
            rf"\label{{fig:{picture.name}}}",
            r"\end{figure}",
        ]
    )
