"""Forms as browsers send them (multipart/form-data), with one file."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any


def form_body(name: str, content: bytes, fields: Mapping[str, Any]) -> tuple[bytes, str]:
    """Return a form with a file of that name under "file" and other fields, and its media type."""
    boundary = secrets.token_hex(16)
    parts = [_part(f'name="{key}"', _text(value).encode()) for key, value in fields.items()]
    for char, spelt in (('"', "%22"), ("\r", "%0D"), ("\n", "%0A")):  # as browsers do
        name = name.replace(char, spelt)
    parts.append(_part(f'name="file"; filename="{name}"', content))
    edge = f"--{boundary}\r\n".encode()
    body = b"".join(edge + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"


def _part(about: str, content: bytes) -> bytes:
    return f"Content-Disposition: form-data; {about}\r\n\r\n".encode() + content


def _text(value: Any) -> str:
    """A value as the command line takes it: pairs of columns, lists of them, numbers, texts."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={header}" for name, header in value.items())
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
