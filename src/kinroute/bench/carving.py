"""Rows of a damaged SQLite file, read page by page without its header, schema and b-trees.

The format is that of https://www.sqlite.org/fileformat2.html. Whether a row is intact is for the
caller to tell: what comes out of here may be anything.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Row = tuple[object, ...]
_PageOf = Callable[[int], bytes]

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_FIRST_HEADER = 100
_WAL_HEADER, _FRAME_HEADER = 32, 24
_WHOLE_NUMBERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Serial types of whole numbers, and their bytes."""
_MOST_BYTES = 2**26
_UNREADABLE = (IndexError, ValueError, struct.error)


@dataclass(frozen=True, slots=True)
class Carved:
    """The rows of all tables, newest first, and those of all indices."""

    rows: list[Row]
    indexed: list[Row]


def carved(content: bytes, wal: bytes, page_size: int) -> Carved:
    """All rows in the pages of a file and of its write-ahead log."""
    starts = range(0, len(content), page_size)
    pages = [content[at : at + page_size].ljust(page_size, b"\0") for at in starts]
    main = dict(enumerate(pages, 1))
    frames = _frames(wal, page_size)
    newest = main | dict(frames)
    images = [*reversed(frames), *main.items()]
    lookups: list[_PageOf] = [newest.__getitem__, *([main.__getitem__] if frames else [])]
    rows: list[Row] = []
    indexed: list[Row] = []
    for number, page in images:
        kind = page[_FIRST_HEADER if number == 1 else 0]
        if kind == _TABLE_LEAF:
            rows += _rows(number, page, lookups)
        elif kind in (_INDEX_LEAF, _INDEX_INTERIOR):
            indexed += _rows(number, page, lookups[:1])
    return Carved(rows, indexed)


def page_sizes(content: bytes) -> list[int]:
    """The likely page sizes, that of the header first."""
    said = int.from_bytes(content[16:18], "big")
    known = [2**k for k in range(9, 17)]
    first = 65536 if said == 1 else said
    return list(dict.fromkeys([*([first] if first in known else []), 4096, *known]))


def _frames(wal: bytes, page_size: int) -> list[tuple[int, bytes]]:
    """The pages in a log, oldest first; whether they were committed does not matter here."""
    step = _FRAME_HEADER + page_size
    starts = range(_WAL_HEADER, len(wal) - step + 1, step)
    numbered = (
        (int.from_bytes(wal[at : at + 4], "big"), wal[at + _FRAME_HEADER : at + step])
        for at in starts
    )
    return [(number, page) for number, page in numbered if number]


def _rows(number: int, page: bytes, lookups: list[_PageOf]) -> Iterator[Row]:
    start = _FIRST_HEADER if number == 1 else 0
    is_interior = page[start] == _INDEX_INTERIOR
    pointers = start + (12 if is_interior else 8)
    for k in range(int.from_bytes(page[start + 3 : start + 5], "big")):
        at = int.from_bytes(page[pointers + 2 * k : pointers + 2 * k + 2], "big")
        for page_of in lookups:
            try:
                payload = _payload(page, at + 4 * is_interior, page[start], page_of)
                yield _values(payload)
            except (KeyError, *_UNREADABLE):
                continue


def _payload(page: bytes, at: int, kind: int, page_of: _PageOf) -> bytes:
    """The content of a cell, with the pages that it overflows to."""
    usable = len(page)
    size, at = _varint(page, at)
    if kind == _TABLE_LEAF:
        _, at = _varint(page, at)  # the row's number
        most = usable - 35
    else:
        most = (usable - 12) * 64 // 255 - 23
    if size > _MOST_BYTES:
        raise ValueError("too long")
    if size <= most:
        return _exactly(page[at : at + size], size)
    least = (usable - 12) * 32 // 255 - 23
    local = least + (size - least) % (usable - 4)
    local = local if local <= most else least
    parts, left = [page[at : at + local]], size - local
    following = int.from_bytes(page[at + local : at + local + 4], "big")
    while left > 0:
        over = page_of(following)
        parts.append(over[4 : 4 + min(left, usable - 4)])
        left -= usable - 4
        following = int.from_bytes(over[:4], "big")
    return _exactly(b"".join(parts), size)


def _values(payload: bytes) -> Row:
    """The values of a record."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    at = end
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    if at != len(payload):
        raise ValueError("wrong length")
    return tuple(values)


def _value(payload: bytes, at: int, kind: int) -> tuple[object, int]:
    if kind in (8, 9):
        return kind - 8, at
    if kind == 0:
        return None, at
    if kind in _WHOLE_NUMBERS:
        end = at + _WHOLE_NUMBERS[kind]
        return int.from_bytes(_exactly(payload[at:end], end - at), "big", signed=True), end
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind < 12:
        raise ValueError("a reserved type")
    end = at + (kind - 12) // 2
    content = _exactly(payload[at:end], end - at)
    return (content.decode() if kind % 2 else content), end


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of up to nine bytes, and where it ends."""
    value = 0
    for k in range(8):
        byte = content[at + k]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + k + 1
    return value << 8 | content[at + 8], at + 9


def _exactly(content: bytes, size: int) -> bytes:
    if len(content) != size:
        raise ValueError("too short")
    return content
