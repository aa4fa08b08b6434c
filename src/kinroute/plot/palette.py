"""Distinct colours for any number of routes."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Color = tuple[float, float, float]
Points = npt.NDArray[np.float64]

INK = "#22262b"
FAINT = "#8b939c"
ALERT = "#c62828"

_FEW = (
    "#1f77b4",
    "#e4572e",
    "#2a9d5c",
    "#8e44ad",
    "#d4a017",
    "#17a2b8",
    "#b23a6f",
    "#6b7a1e",
    "#4b5bd6",
    "#8c564b",
)
_GOLDEN = (math.sqrt(5) - 1) / 2


def route_colors(positions: Points, routes: Sequence[Sequence[int]]) -> list[Color]:
    """One colour per route; neighbouring routes, by angle at the depot, differ clearly."""
    return [_color(rank, len(routes)) for rank in around_depot(positions, routes)]


def around_depot(positions: Points, routes: Sequence[Sequence[int]]) -> list[int]:
    """The rank of each route by its angle at the depot."""
    offsets = [positions[list(route)].mean(axis=0) - positions[0] for route in routes]
    around = sorted(range(len(routes)), key=lambda r: math.atan2(offsets[r][1], offsets[r][0]))
    ranks = [0] * len(routes)
    for rank, route in enumerate(around):
        ranks[route] = rank
    return ranks


def hex_color(rank: int, count: int) -> str:
    """The colour of one of `count` routes, as "#1f77b4"."""
    return as_hex(_color(rank, count))


def as_hex(color: Color) -> str:
    """A colour as "#1f77b4"."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in color)


def _color(rank: int, count: int) -> Color:
    if count <= len(_FEW):
        code = _FEW[rank]
        red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return red, green, blue
    hue = rank * _GOLDEN % 1.0
    # Yellow and green look brighter than blue at the same lightness.
    lightness = (0.50, 0.36, 0.43)[rank % 3] - 0.08 * math.exp(-(((hue - 0.25) / 0.13) ** 2))
    return colorsys.hls_to_rgb(hue, lightness, (0.72, 0.85, 0.6)[rank % 3])
