"""Fonts for names in any script."""

from __future__ import annotations

from functools import cache

from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

_MISSING = "□"
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


def drawable(text: str) -> str:
    """Return the text with a box for characters that no font has, and a space for control ones."""
    return "".join(_drawable(character) for character in text)


@cache
def _drawable(character: str) -> str:
    if not character.isprintable() and not _is_joiner(character):
        return " "
    return character if _is_joiner(character) or _has_glyph(character) else _MISSING


def _has_glyph(character: str) -> bool:
    paths = (findfont(FontProperties(family=[name])) for name in families())
    return any(get_font(path).get_char_index(ord(character)) for path in paths)


def _is_joiner(character: str) -> bool:
    """Whether it only says how its neighbours join, as in Persian and the scripts of India."""
    return character in "\u200c\u200d" and _has_glyph(character)
