"""Short content hashes, by which runs, models and files are recognised."""

from __future__ import annotations

import hashlib


def hashed(content: bytes) -> str:
    """The first 16 hexadecimal digits of the SHA-256 hash."""
    return hashlib.sha256(content).hexdigest()[:16]
