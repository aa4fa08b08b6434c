"""Checks of single TOML values; an error names the key, the value and what would be right.

By hand: pydantic's errors ("Extra inputs are not permitted") name neither the keys and ranges that
are allowed nor one place for a value that may be a list, and each would have to be translated.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from kinroute.errors import ConfigError

_SPAN = re.compile(r"\s*(\d{1,19})\s*(?:-\s*(\d{1,19})\s*)?", re.ASCII)
_MOST_NUMBERS = 1_000_000


def text(value: Any, key: str) -> str:
    """A text that is not blank."""
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ConfigError(f"{key} = {value!r}; use a text in quotes")
    return value


def number(value: Any, key: str) -> float:
    """A number; raises ConfigError for other values."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ConfigError(f"{key} = {value!r}; use a number")
    return float(value)


def whole_number(value: Any, key: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not _is_whole(value) or not least <= value <= most:
        raise ConfigError(f"{key} = {value!r}; use a whole number from {least} to {most}")
    return int(value)


def whole_numbers(value: Any, key: str) -> tuple[int, ...]:
    """Distinct whole numbers as a list, or as a range "1-10"; a store holds 64 bits of each."""
    numbers = _range(value) if isinstance(value, str) else value
    is_list = isinstance(numbers, list) and 0 < len(numbers) <= _MOST_NUMBERS
    is_valid = is_list and all(_is_whole(n) and 0 <= n < 2**63 for n in numbers)
    if not is_valid or len(set(numbers)) < len(numbers):
        raise ConfigError(
            f"{key} = {value!r}; use up to a million different whole numbers below 2^63, such as "
            '[1, 2, 3] or "1-10"'
        )
    return tuple(numbers)


def pairs(value: Any, key: str) -> tuple[tuple[str, str], ...]:
    """A list of pairs of texts."""
    is_list = isinstance(value, list) and all(isinstance(pair, list) for pair in value)
    if not is_list or any(list(map(type, pair)) != [str, str] for pair in value):
        raise ConfigError(f'{key} = {value!r}; use pairs of labels such as [["D-D", "D-O"]]')
    return tuple((one, other) for one, other in value)


def tables(value: Any, key: str) -> list[Any]:
    """The tables of an array of tables."""
    if not isinstance(value, list):
        raise ConfigError(f"{key} is one table; write [[{key}]] above each of them")
    return value


def members(value: Any, key: str) -> list[Any]:
    """The alternatives of a value that may be a list of them."""
    if value == []:
        raise ConfigError(f"{key} = [] makes no arm; give a value, or leave it out")
    return value if isinstance(value, list) else [value]


def require_keys(table: Any, known: Collection[str], where: str) -> None:
    """Raise ConfigError unless it is a table with known keys only."""
    if not isinstance(table, dict):
        raise ConfigError(f"{where} is {table!r}; it must be a table")
    for key in table:
        if key not in known:
            raise ConfigError(f"unknown key {key!r} in {where}; use {', '.join(known)}")


def _range(span: str) -> list[int]:
    """The numbers from one to another, cut off beyond the most that are allowed."""
    match = _SPAN.fullmatch(span)
    if match is None:
        return []
    low, high = int(match[1]), int(match[2] or match[1])
    return list(range(low, min(high, low + _MOST_NUMBERS) + 1))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
