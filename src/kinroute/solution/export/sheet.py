"""A page of paper to write and draw on, for drivers' sheets."""

from __future__ import annotations

import unicodedata
from typing import Any

from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kinroute.plot.fonts import drawable, font
from kinroute.plot.palette import INK
from kinroute.solution.export.text import one_line

WIDTH, HEIGHT = 595.0, 842.0  # A4, in points
MARGIN = 42.0
RULE = "#d9dde1"
SOFT = "#68707a"
_POINTS = 72.0
_WIDE = 0.6  # the width of a letter, in font sizes; those of Chinese are 1 wide


class Sheet:
    """One page; positions are in points from its upper left corner."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=(WIDTH / _POINTS, HEIGHT / _POINTS))
        FigureCanvasPdf(self.figure)

    def text(self, x: float, y: float, text: str, *, size: float = 9.0, **look: Any) -> None:
        """Write one line with its baseline at y; `right=True` ends it at x."""
        side = "right" if look.pop("right", False) else "left"
        shown = drawable(one_line(text))
        self.figure.text(
            x / WIDTH,
            1 - y / HEIGHT,
            shown,
            fontsize=size,
            ha=side,
            va="baseline",
            parse_math=False,
            **font(shown, bold=look.pop("bold", False)),
            **{"color": INK, **look},
        )

    def box(self, x: float, y: float, width: float, height: float, **look: Any) -> None:
        """Draw a rectangle whose upper left corner is at (x, y)."""
        self.figure.add_artist(
            Rectangle(
                (x / WIDTH, 1 - (y + height) / HEIGHT),
                width / WIDTH,
                height / HEIGHT,
                transform=self.figure.transFigure,
                **{"linewidth": 0.0, "facecolor": RULE, **look},
            )
        )

    def rule(self, y: float) -> None:
        """Draw a thin line across the page."""
        self.box(MARGIN, y, WIDTH - 2 * MARGIN, 0.6)

    def axes(self, x: float, y: float, width: float, height: float) -> Any:
        """Return axes in a box, for a map."""
        place = (x / WIDTH, 1 - (y + height) / HEIGHT, width / WIDTH, height / HEIGHT)
        return self.figure.add_axes(place)


def shortened(text: str, width: float, size: float) -> str:
    """Cut a text that is wider than `width` points, with an ellipsis at its end."""
    text = one_line(text)
    room = width / size
    for at, character in enumerate(text):
        room -= 1.05 if unicodedata.east_asian_width(character) in "WF" else _WIDE
        if room < 0:
            return text[: max(1, at - 1)].rstrip() + "…"
    return text
