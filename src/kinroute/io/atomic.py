"""Atomic writes: a file is written under a temporary name and renamed."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from kinroute.errors import InputError


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path beside `path`, with its suffix; rename it to `path` on success.

    When the block raises, the temporary file is removed and `path` is as it was. A file that is
    replaced keeps its mode. Raises `InputError` where the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise InputError(f"cannot write {path}: it is a directory")
    if target.exists() and not target.is_file():  # a device or a pipe has nothing to replace
        with _named_errors(path):
            yield target
        return
    if not target.parent.is_dir():
        raise InputError(f"cannot write {path}: there is no directory {target.parent}")
    if target.exists() and not os.access(target, os.W_OK):
        raise InputError(f"cannot write {path}: the file is read-only")
    temporary = target.with_name(f".{target.stem[:100]}-{secrets.token_hex(6)}{target.suffix}")
    try:
        with _named_errors(path):
            yield temporary
            if target.exists():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _named_errors(path: str | PathLike[str]) -> Iterator[None]:
    """Turn errors of the file system into InputErrors that name the file."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a UTF-8 text file with newlines as they are, whole or not at all."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | PathLike[str], content: bytes) -> None:
    """Write a binary file, whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)
