"""Text files and the numbers in them, with located errors."""

from __future__ import annotations

import math
import re
import warnings
from os import PathLike
from pathlib import Path

from kinroute.errors import FormatError, InputWarning

_CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the content of a file; raises FormatError where it is missing or empty."""
    source = str(path)
    try:
        if Path(path).is_dir():
            raise FormatError("this is a directory; give a file", source=source)
        if Path(path).is_char_device():
            raise FormatError("this is a device; give a file", source=source)
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        if isinstance(error, FileNotFoundError):
            raise FormatError("there is no such file", source=source) from None
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"cannot be read: {reason}", source=source) from None
    if not content.strip():
        raise FormatError("the file is empty", source=source)
    return content


def decoded(content: bytes, source: str, *, or_windows: bool = False) -> str:
    """Return UTF-8 text (or UTF-16 with a byte order mark) with "\\n" as newlines.

    With `or_windows`, text that is neither is taken as Windows-1252, as Excel writes it, with a
    warning.
    """
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        try:
            if not or_windows:
                raise
            text = _windows_text(content)
        except UnicodeDecodeError:
            raise FormatError(
                f"byte 0x{content[error.start]:02x} is not UTF-8 text; is this a binary file, or "
                "saved in another encoding?",
                source=source,
                place=f"line {line}",
            ) from None
        warnings.warn(
            f"{source}, line {line}: not UTF-8; read as Windows-1252 (cp1252)",
            InputWarning,
            stacklevel=2,
        )
    if "\0" in text:
        raise FormatError("this is a binary file; give a text file", source=source)
    if not text.strip():
        raise FormatError("the file is empty", source=source)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _windows_text(content: bytes) -> str:
    """Return Windows-1252 text; raises UnicodeDecodeError for what can be no text."""
    if match := _CONTROL_BYTES.search(content):
        raise UnicodeDecodeError("cp1252", content, match.start(), match.end(), "no text")
    return content.decode("cp1252")


def printable(text: str) -> str:
    """Return a text with its control characters spelt out, so that a terminal does not obey."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _spelt_out(char) for char in text)


def _spelt_out(char: str) -> str:
    if char.isspace():
        return " "
    return char.encode("unicode_escape").decode("ascii")


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a file; raises FormatError where it is not text."""
    return decoded(read_bytes(path), str(path))


def finite(text: str) -> float:
    """Return the finite number in a text; raises ValueError where there is none."""
    if "_" in text:  # Python's own digit grouping is no number elsewhere
        raise ValueError(f"{shown(text)} is not a number")
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{shown(text)} is not a number") from None
    if not math.isfinite(value):
        raise ValueError(f"{shown(text)} is not a finite number")
    return value


def shown(text: str) -> str:
    """Quote a piece of a file for a message, shortened to what a line can take."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
