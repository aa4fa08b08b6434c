"""Fonts for names in any script."""

from __future__ import annotations

from functools import cache
from typing import Any

from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

_MISSING = "□"
_JOINERS = "\u200c\u200d"  # say how their neighbours join, as in Persian
# DejaVu Sans comes with Matplotlib and has Latin, Greek, Cyrillic and Arabic; of the others, which
# have Chinese, Japanese, Korean, the scripts of India and symbols, those are used that are there.
_FIRST = "DejaVu Sans"
_OTHERS = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans SC", "Noto Sans JP"),
    *("Source Han Sans SC", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Droid Sans Fallback"),
    *("Microsoft YaHei", "SimHei", "MS Gothic", "Yu Gothic", "Malgun Gothic", "Nirmala UI"),
    *("PingFang SC", "Hiragino Sans", "Hiragino Sans GB", "Apple SD Gothic Neo"),
    *("Arial Unicode MS", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Hebrew"),
    *("FreeSans", "Noto Sans Symbols2", "Noto Emoji", "Symbola", "Segoe UI Symbol"),
)


@cache
def families() -> tuple[str, ...]:
    """The installed fonts, in the order in which a character is looked for."""
    installed = {font.name for font in fontManager.ttflist}
    return (_FIRST, *(name for name in _OTHERS if name in installed))


def font(text: str, *, bold: bool = False) -> dict[str, Any]:
    """The font of a text for Matplotlib: the families that it needs, and its weight.

    Only the first family is sure to have bold letters; a text that needs others is not bold.
    """
    needed = dict.fromkeys(family for family in map(_family, text) if family is not None)
    names = [_FIRST, *(name for name in needed if name != _FIRST)]
    return {"fontfamily": names, "fontweight": "bold" if bold and len(names) == 1 else "normal"}


def drawable(text: str) -> str:
    """Return the text with a box for characters that no font has, and a space for control ones."""
    return "".join(_drawable(character) for character in text)


@cache
def _drawable(character: str) -> str:
    if not character.isprintable() and character not in _JOINERS:
        return " "
    return character if _family(character) is not None else _MISSING


@cache
def _family(character: str) -> str | None:
    """The first family that has the character."""
    for name in families():
        path = findfont(FontProperties(family=[name]))
        if get_font(path).get_char_index(ord(character)):
            return name
    return None
