"""The colours of routes, the same in every export."""

from __future__ import annotations

from kinroute.plot.palette import as_hex, route_colors
from kinroute.solution.result import Result


def hex_colors(result: Result) -> list[str]:
    """One colour per route, as in pictures: "#1f77b4"."""
    return list(map(as_hex, route_colors(result.instance.positions(), result.routes)))
