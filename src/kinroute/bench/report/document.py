"""The parts of a report, independent of HTML and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_CODE = re.compile(r"(?<![^\s(])`([^`\s](?:[^`]*[^`\s])?)`(?![^\s.,;:)])")


@dataclass(frozen=True, slots=True)
class Heading:
    """A section heading."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; as in remarks and captions, `code` stands between backticks."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of remarks."""

    items: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A question, its verdict, and the reasons."""

    question: str
    word: str
    majority: str
    """The most frequent verdict, where there are several."""
    reasons: list[str]


@dataclass(frozen=True, slots=True)
class Cell:
    """An entry of a table; the best is bold, a remark is small, of one or two lines."""

    text: str
    is_best: bool = False
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of cells below one or two header rows; `spans` is the upper one with column counts."""

    caption: str
    spans: list[tuple[str, int]] = field(default_factory=list)
    head: list[str]
    rows: list[list[Cell]]
    faint: set[int] = field(default_factory=set)
    """Rows that quote the paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An SVG picture."""

    name: str
    caption: str
    svg: str
    figure: Figure | None = field(default=None, repr=False, compare=False)
    """What it was drawn from, for other formats."""


Part = Heading | Text | Bullets | Verdict | Table | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole report."""

    title: str
    parts: list[Part]


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, and whether each is `code`; a backtick within a word is literal."""
    for number, piece in enumerate(_CODE.split(text)):
        yield piece, number % 2 == 1
