"""The layout of VRPLIB and TSPLIB files: headers and sections, each with its line number."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kinroute.errors import FormatError
from kinroute.io.text import finite, shown

_KEYWORD = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*(:?)\s*(.*)", re.DOTALL)
_HEADERS = {
    "CAPACITY",
    "COMMENT",
    "DIMENSION",
    "DISPLAY_DATA_TYPE",
    "DISTANCE",
    "EDGE_WEIGHT_FORMAT",
    "EDGE_WEIGHT_TYPE",
    "NAME",
    "NODE_COORD_TYPE",
    "ROUNDING",
    "SERVICE_TIME",
    "TYPE",
    "VEHICLES",
}


@dataclass(frozen=True, slots=True)
class Header:
    """The value of a "KEY : value" line."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """The rows under a "..._SECTION" line, split into words, each with its line number."""

    keyword: str
    line: int
    rows: list[tuple[int, list[str]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Layout:
    """A file taken apart: headers and sections by their keyword in capitals."""

    source: str
    headers: dict[str, Header] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)

    def error(self, text: str, line: int | None = None) -> FormatError:
        """Return the error to raise about a line, or about the file as a whole."""
        return FormatError(text, source=self.source, place=f"line {line}" if line else None)

    def text(self, keyword: str, default: str = "") -> str:
        """Return a header's text, without the quotes that some files put around it."""
        header = self.headers.get(keyword)
        return header.value.strip("\"' \t") if header else default

    def number(self, keyword: str, *, above: float = 0.0) -> float | None:
        """Return a header's number, at least `above`; None where there is no such header."""
        header = self.headers.get(keyword)
        if header is None:
            return None
        try:
            value = finite(header.value)
        except ValueError as error:
            raise self.error(f"{keyword} {error}", header.line) from None
        if value < above:
            raise self.error(f"{keyword} {header.value} must be at least {above:g}", header.line)
        return value

    def whole(self, keyword: str) -> int | None:
        """Return a header's whole number, at least 1; None where there is no such header."""
        value = self.number(keyword, above=1)
        if value is not None and not value.is_integer():
            header = self.headers[keyword]
            raise self.error(f"{keyword} {header.value} must be a whole number", header.line)
        return None if value is None else int(value)


def layout(text: str, source: str) -> Layout:
    """Take a file apart.

    Spaces, tabs, colons and case may vary as in public files; lines that begin with # are comments,
    a COMMENT may span several lines, and the closing EOF may be missing.
    """
    result = Layout(source)
    section: Section | None = None
    last_header = ""
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if not line or line.startswith("#"):
            continue
        if line.upper() == "EOF":
            break
        if _is_data(line):
            if section is None:
                raise result.error(f"{shown(line)} stands before any section", number)
            section.rows.append((number, line.split()))
            continue
        match = _KEYWORD.fullmatch(line)
        keyword = match[1].upper() if match else ""
        if match and keyword.endswith("_SECTION"):
            section = _opened_section(result, keyword, number)
            if match[3]:
                section.rows.append((number, match[3].split()))
        elif match and (match[2] or keyword in _HEADERS):
            _note_header(result, keyword, Header(match[3], number))
            section, last_header = None, keyword
        elif section is not None or last_header != "COMMENT":
            raise result.error(
                f"{shown(line)} is neither 'KEY : value' nor the name of a section", number
            )
    return result


def _is_data(line: str) -> bool:
    if line[0] in "+-.0123456789":
        return True
    return line.split(None, 1)[0].lower() in ("nan", "inf", "infinity")


def _opened_section(result: Layout, keyword: str, line: int) -> Section:
    if keyword in result.sections:
        first = result.sections[keyword].line
        raise result.error(f"{keyword} is here a second time, after line {first}", line)
    result.sections[keyword] = Section(keyword, line)
    return result.sections[keyword]


def _note_header(result: Layout, keyword: str, header: Header) -> None:
    earlier = result.headers.get(keyword)
    if earlier and earlier.value != header.value and keyword not in ("COMMENT", "NAME"):
        raise result.error(
            f"{keyword} {shown(header.value)} contradicts {shown(earlier.value)} on line "
            f"{earlier.line}",
            header.line,
        )
    result.headers.setdefault(keyword, header)
