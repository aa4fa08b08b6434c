"""Checks before a long search that its result can be written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kinroute.errors import InputError
from kinroute.io.atomic import replacing


class _Checked(Exception):  # noqa: N818
    """The file could be written, and is discarded."""


def require_writable(path: Path) -> None:
    """Raise InputError where a file cannot be written; leaves nothing behind."""
    try:
        with replacing(path) as beside:
            beside.touch()
            raise _Checked
    except _Checked:
        pass


def require_apart(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Raise InputError where an output would overwrite an input or another output."""
    taken = {path.resolve(): path for path in inputs}
    for path in outputs:
        if path.resolve() in taken:
            raise InputError(
                f"cannot write {path}: it is also {taken[path.resolve()]}; choose another name"
            )
        taken[path.resolve()] = path


def require_picture(path: Path) -> None:
    """Raise InputError where a picture cannot be drawn or written."""
    from kinroute.plot.files import require_known_suffix

    require_known_suffix(path)
    require_writable(path)
