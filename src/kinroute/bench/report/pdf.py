"""Pictures of a report as vector PDF, for papers."""

from __future__ import annotations

import io

import matplotlib as mpl
from matplotlib.figure import Figure

from kinroute.bench.report.drawing import STYLE


def pdf_of(figure: Figure) -> bytes:
    """The figure as a page of its size, the same for the same figure; fonts are embedded."""
    buffer = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(buffer, format="pdf", metadata={"CreationDate": None})
    return buffer.getvalue()
