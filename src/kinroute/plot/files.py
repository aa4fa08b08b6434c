"""Picture files."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from matplotlib.figure import Figure

from kinroute.errors import InputError
from kinroute.io.atomic import replacing

SUFFIXES = (".png", ".svg", ".pdf")

_DPI = 160


def save(figure: Figure, path: str | PathLike[str]) -> None:
    """Write a picture as .png, .svg or .pdf, whole or not at all."""
    suffix = require_known_suffix(path)
    with replacing(path) as beside:
        figure.savefig(
            beside, format=suffix[1:], dpi=_DPI, bbox_inches="tight", pad_inches=0.25, facecolor="w"
        )


def require_known_suffix(path: str | PathLike[str]) -> str:
    """Return the suffix of a picture file; raises InputError for one that cannot be drawn."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        wrong = f"suffix {suffix!r}" if suffix else "no suffix"
        raise InputError(
            f"a picture with {wrong}; use one of {', '.join(SUFFIXES)}", source=str(path)
        )
    return suffix
