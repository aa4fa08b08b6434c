"""What all pictures of a report share: colors, style, legend and SVG."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping
from typing import Any

from matplotlib.artist import Artist
from matplotlib.figure import Figure

COLORS = (
    *("#22262b", "#1f77b4", "#e4572e", "#2a9d5c", "#8e44ad", "#d4a017"),
    *("#17a2b8", "#b23a6f", "#6b7a1e", "#8c564b"),
)
MOST_ARMS = len(COLORS)
"""The most arms in one picture."""
STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e7eb",
    "svg.hashsalt": "kinroute",
    "svg.fonttype": "path",
    "text.parse_math": False,  # a label may hold a dollar sign
}
_LEGEND_COLUMNS = 6
"""The most labels side by side."""
_LEGEND_WIDTH = 150
"""The width of a legend row in characters; the marker before a label takes eight."""


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
