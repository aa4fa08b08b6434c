"""Mutations of valid inputs: of bytes, of words and numbers, and of the members of archives."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable, Sequence

NUMBERS = (
    *("0", "-0", "-1", "1", "2", "3", "0.5", "1e9", "1e15", "1e16", "1e308", "1e309", "1e-320"),
    *("-1e308", "nan", "inf", "-inf", "Infinity", "1_0", "0x10", "1,5", "1.5.5", "٣", "９"),
    *("2147483647", "2147483648", "-2147483648", "9223372036854775808", "9" * 400, "+7", "1e"),
)
NOISE = (
    *("", " ", "\t", "\n", "\r", "\0", "\x1b[31m", '"', "'", ",", ";", ":", "|", "#", "{", "}"),
    *(
        "[",
        "]",
        "[" * 3000,
        "{" * 3000,
        "é",
        "\ufeff",
        "\u202e",
        "💥",
        "-",
        "true",
        "null",
        "=" * 40,
    ),
)
_WORD = re.compile(rb"[A-Za-z_]+")
_NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")

Mutation = Callable[[random.Random, bytes, Sequence[str]], bytes]


def mutated(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    """Apply one to four mutations; `words` are those that mean something in the format.

    A third of the inputs only get other numbers, so that many pass the parser.
    """
    chosen = _MUTATIONS if rng.random() < 0.67 else (_change_number,)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        content = rng.choice(chosen)(rng, content, words)
    return content


def mutated_archive(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    """Mutate a member of an archive, its name or the order; or the bytes of the archive."""
    if rng.random() < 0.35 or not content.startswith(b"PK"):
        return mutated(rng, content, words)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [(item.filename, archive.read(item)) for item in archive.infolist()]
    at = rng.randrange(len(members))
    name, inside = members[at]
    action = rng.random()
    if action < 0.7:
        members[at] = name, mutated(rng, inside, words)
    elif action < 0.8:
        members[at] = rng.choice((*words, "a.txt", "../a", "")) + ".npy", inside
    elif action < 0.9:
        del members[at]
    else:
        members.append(rng.choice(members))
    return _packed(members)


def _packed(members: Sequence[tuple[str, bytes]]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        names: set[str] = set()
        for name, inside in members:
            while name in names:
                name += "x"
            names.add(name)
            archive.writestr(name, inside)
    return stream.getvalue()


def _flip(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 6)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    return content[: rng.randint(0, len(content))]


def _remove(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    at = rng.randint(0, len(content))
    return content[:at] + content[at + rng.randint(1, 40) :]


def _repeat(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    at = rng.randint(0, len(content))
    part = content[at : at + rng.randint(1, 60)]
    return content[:at] + part * rng.choice((2, 2, 3, 50)) + content[at:]


def _insert(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    at = rng.randint(0, len(content))
    piece = rng.choice((rng.choice(NOISE), rng.choice(NUMBERS), rng.choice(words)))
    return content[:at] + piece.encode() + content[at:]


def _replace_number(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    return _replaced(rng, content, _NUMBER, rng.choice(NUMBERS))


def _change_number(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    by = rng.choice((rng.choice(NUMBERS), str(rng.randint(0, 9)), f"{rng.lognormvariate(0, 9):g}"))
    return _replaced(rng, content, _NUMBER, by)


def _replace_word(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    return _replaced(rng, content, _WORD, rng.choice((*words, *NOISE)))


def _replaced(rng: random.Random, content: bytes, what: re.Pattern[bytes], by: str) -> bytes:
    found = list(what.finditer(content))
    if not found:
        return content
    match = rng.choice(found)
    return content[: match.start()] + by.encode() + content[match.end() :]


def _swap_words(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    parts = re.split(rb"(\s+|,|;)", content)
    if len(parts) < 3:
        return content
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return b"".join(parts)


def _shuffle_lines(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    lines = content.split(b"\n")
    action = rng.randrange(3)
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    if action == 0:
        lines[at], lines[other] = lines[other], lines[at]
    elif action == 1:
        lines.insert(at, lines[other])
    else:
        del lines[at]
    return b"\n".join(lines)


def _insert_line(rng: random.Random, content: bytes, words: Sequence[str]) -> bytes:
    lines = content.split(b"\n")
    pieces = [rng.choice((*words, *NUMBERS[:12])) for _ in range(rng.randint(1, 5))]
    lines.insert(rng.randint(0, len(lines)), rng.choice((" ", ",", " : ")).join(pieces).encode())
    return b"\n".join(lines)


_MUTATIONS: tuple[Mutation, ...] = (
    *(_flip, _cut, _remove, _repeat, _insert, _replace_number, _replace_number, _replace_word),
    *(_swap_words, _shuffle_lines, _insert_line),
)
