"""Texts of the input, made fit for files of other programs."""

from __future__ import annotations

import re

# Control characters (C0, C1, DEL), lines' and paragraphs' ends; and what no XML may have.
_SPACE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_NEVER = re.compile("[\ud800-\udfff\ufffe\uffff]")
_FORMULA = ("=", "+", "-", "@")


def one_line(text: str) -> str:
    """Return a text with a space for control characters and newlines, valid in XML and UTF-8."""
    return _NEVER.sub("\ufffd", _SPACE.sub(" ", text))


def guarded(text: str) -> str:
    """Return a text that spreadsheets do not take for a formula: with an apostrophe in front.

    Numbers are left as they are.
    """
    if text.lstrip("'\t ").startswith(_FORMULA) and not _is_number(text):
        return f"'{text}"
    return text


def unguarded(text: str) -> str:
    """Return what `guarded` was given."""
    bare = text.removeprefix("'")
    return bare if text.startswith("'") and guarded(bare) == text else text


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", text, re.ASCII | re.I) is not None
