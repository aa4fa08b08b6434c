"""The colours of routes, the same in every export."""

from __future__ import annotations

from kinroute.plot.palette import route_colors
from kinroute.solution.result import Result


def hex_colors(result: Result) -> list[str]:
    """One colour per route, as in pictures: "#1f77b4"."""
    colors = route_colors(result.instance.positions(), result.routes)
    return ["#" + "".join(f"{round(255 * part):02x}" for part in color) for color in colors]
