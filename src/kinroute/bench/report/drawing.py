"""What all pictures of a report share: size, palette, line styles, legend and SVG."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Look:
    """How an arm is drawn; dashes, marker and hatch tell arms apart in grey print as well."""

    color: str
    dashes: tuple[float, ...]
    """Lengths of dashes and spaces in line widths; a solid line has none."""
    marker: str
    hatch: str

    @property
    def linestyle(self) -> Any:
        """The dashes as Matplotlib takes them."""
        return (0, self.dashes) if self.dashes else "-"

    def tint(self, share: float) -> tuple[float, float, float]:
        """This share of the color, the rest white."""
        red, green, blue = (1 - share * (1 - part) for part in to_rgb(self.color))
        return red, green, blue


# The first seven colors are those of Okabe and Ito without yellow; all ten stay apart for readers
# without red, green or blue cones, as simulated by Machado et al.
LOOKS = (
    Look("#22262b", (), "o", ""),
    Look("#0072b2", (4, 1.2), "s", "/////"),
    Look("#d55e00", (1, 1), "^", ".."),
    Look("#009e73", (5, 1.2, 1, 1.2), "D", "\\\\\\\\\\"),
    Look("#cc79a7", (2, 1), "v", "xxxxx"),
    Look("#e69f00", (7, 1.5), "P", "-----"),
    Look("#56b4e9", (4, 1, 1, 1, 1, 1), "X", "|||||"),
    Look("#9933ff", (2, 2.5), "<", "+++++"),
    Look("#773311", (7, 1.2, 3, 1.2), ">", "oo"),
    Look("#113399", (1, 2.5), "*", "**"),
)
COLORS = tuple(look.color for look in LOOKS)
MOST_ARMS = len(LOOKS)
"""The most arms in one picture."""
WIDTH = 7.1
"""Inches: the width of the text of a journal page."""
STYLE: Any = {
    "font.size": 8,
    "axes.labelsize": 8,
    "axes.titlesize": 8,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e7eb",
    "grid.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "hatch.linewidth": 0.4,
    "legend.fontsize": 7.5,
    "pdf.fonttype": 42,  # journals refuse Type 3 fonts
    "svg.hashsalt": "kinroute",
    "svg.fonttype": "path",
    "text.parse_math": False,  # a label may hold a dollar sign
}
_LEGEND_COLUMNS = 6
"""The most labels side by side."""
_LEGEND_WIDTH = 118
"""The width of a legend row in characters; the handle before a label takes eight."""


def add_legend(figure: Figure, handles: Mapping[str, Artist]) -> None:
    """A legend below the picture, in equal rows that read from left to right."""
    room = _LEGEND_WIDTH // (max(map(len, handles)) + 8)
    rows = math.ceil(len(handles) / max(1, min(_LEGEND_COLUMNS, room)))
    columns = math.ceil(len(handles) / rows)
    by_column = [name for column in range(columns) for name in list(handles)[column::columns]]
    figure.legend(
        [handles[name] for name in by_column],
        list(map(_on_one_line, by_column)),
        loc="outside lower center",
        ncols=columns,
        frameon=False,
        handlelength=3.2,
    )


def svg_of(figure: Figure) -> str:
    """The picture as an SVG element, the same for the same figure."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return re.sub(r"\n\s*", "\n", text[text.index("<svg") :])


def _on_one_line(label: str) -> str:
    """Older Matplotlib drops labels that begin with an underscore, unless a space precedes it."""
    line = " ".join(label.split())
    return f" {line}" if line.startswith("_") else line
