"""Forms as browsers send them (multipart/form-data)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FormFile:
    """A file of a form."""

    name: str
    content: bytes


def form_body(
    files: Mapping[str, FormFile],
    fields: Mapping[str, Any],
    repeated: Iterable[tuple[str, str]] = (),
) -> tuple[bytes, str]:
    """Return a form with files and other fields, by their names, and its media type.

    `repeated` are further fields, whose names may be there more than once.
    """
    boundary = secrets.token_hex(16)
    texts = [*((key, _text(value)) for key, value in fields.items()), *repeated]
    parts = [_part(f'name="{key}"', text.encode()) for key, text in texts]
    for key, file in files.items():
        parts.append(_part(f'name="{key}"; filename="{_spelt(file.name)}"', file.content))
    edge = f"--{boundary}\r\n".encode()
    body = b"".join(edge + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"


def _spelt(name: str) -> str:
    """A file's name as browsers write it."""
    for char, spelt in (('"', "%22"), ("\r", "%0D"), ("\n", "%0A")):
        name = name.replace(char, spelt)
    return name


def _part(about: str, content: bytes) -> bytes:
    return f"Content-Disposition: form-data; {about}\r\n\r\n".encode() + content


def _text(value: Any) -> str:
    """A value as the command line takes it: pairs of columns, lists of them, numbers, texts."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={header}" for name, header in value.items())
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
