"""Names of campaigns, which become names of files."""

from __future__ import annotations

import unicodedata

from kinroute.errors import ConfigError

_MOST_BYTES = 120
"""Of a name in UTF-8; file systems take 255 with prefix and suffix."""
_SEPARATORS = frozenset('/\\:*?"<>|')
"""Of paths, and what Windows takes in no file name."""


def require_name(name: str) -> str:
    """The name; raises ConfigError where a file of that name could lie anywhere else."""
    fault = _fault(name)
    if fault is not None:
        raise ConfigError(
            f"name = {name[:60]!r} {fault}; use letters, digits, spaces and signs such as - and _"
        )
    return name


def _fault(name: str) -> str | None:
    if not name.strip():
        return "is empty"
    if name != name.strip():
        return "begins or ends with a space"
    if name.startswith("."):
        return "begins with a dot"
    for character in name:
        if character in _SEPARATORS:
            return f"has a {character}"
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            return "has a control character"
    if len(name.encode()) > _MOST_BYTES:
        return f"is longer than {_MOST_BYTES} bytes"
    return None
