"""EDGE_WEIGHT_SECTION: distance matrices in the layouts of TSPLIB."""

from __future__ import annotations

import numpy as np

from kinroute.errors import FormatError
from kinroute.io.sections import Layout, Section
from kinroute.io.text import finite
from kinroute.problem.geometry import FloatArray

# A lower triangle column by column lists the numbers of the upper one row by row, and vice versa.
_LOWER = {"LOWER_ROW", "LOWER_DIAG_ROW", "UPPER_COL", "UPPER_DIAG_COL"}
_UPPER = {"UPPER_ROW", "UPPER_DIAG_ROW", "LOWER_COL", "LOWER_DIAG_COL"}
_FULL = {"FULL_MATRIX"}


def weight_matrix(layout: Layout, nodes: int) -> FloatArray:
    """Return the (nodes, nodes) matrix of a file with explicit distances.

    The numbers may be wrapped over lines in any way, and a triangle may come with or without its
    diagonal, whatever EDGE_WEIGHT_FORMAT is.
    """
    section = layout.sections.get("EDGE_WEIGHT_SECTION")
    if section is None:
        raise layout.error("EDGE_WEIGHT_TYPE is EXPLICIT, but there is no EDGE_WEIGHT_SECTION")
    form = layout.text("EDGE_WEIGHT_FORMAT").upper()
    if form not in _LOWER | _UPPER | _FULL:
        header = layout.headers.get("EDGE_WEIGHT_FORMAT")
        known = ", ".join(sorted(_LOWER | _UPPER | _FULL))
        found = f"EDGE_WEIGHT_FORMAT {form!r} is not known" if header else "it is missing"
        line = header.line if header else section.line
        raise layout.error(f"{found}; EDGE_WEIGHT_FORMAT must be one of {known}", line)
    weights = _weights(layout, section)
    triangle = nodes * (nodes - 1) // 2
    if form in _FULL:
        if len(weights) != nodes * nodes:
            raise _wrong_count(layout, section, form, len(weights), nodes * nodes)
        return weights.reshape(nodes, nodes)
    if len(weights) not in (triangle, triangle + nodes):
        needed = triangle + nodes if "DIAG" in form else triangle
        raise _wrong_count(layout, section, form, len(weights), needed)
    offset = 1 if len(weights) == triangle else 0
    matrix = np.zeros((nodes, nodes))
    if form in _LOWER:
        matrix[np.tril_indices(nodes, -offset)] = weights
    else:
        matrix[np.triu_indices(nodes, offset)] = weights
    return np.maximum(matrix, matrix.T)


def _weights(layout: Layout, section: Section) -> FloatArray:
    words = [word for _, row in section.rows for word in row]
    try:
        if any("_" in word for word in words):
            raise ValueError
        weights = np.array(words, dtype=np.float64)
    except ValueError:
        weights = np.array([np.nan])
    if np.isfinite(weights).all() and (weights >= 0).all():
        return weights
    for line, row in section.rows:
        for word in row:
            try:
                value = finite(word)
            except ValueError as error:
                raise layout.error(str(error), line) from None
            if value < 0:
                raise layout.error(f"the distance {word} must be 0 or more", line)
    return weights


def _wrong_count(layout: Layout, section: Section, form: str, got: int, needed: int) -> FormatError:
    line = section.rows[-1][0] if section.rows else section.line
    return layout.error(
        f"EDGE_WEIGHT_SECTION ends after {got} numbers; {form} of DIMENSION "
        f"{layout.text('DIMENSION')} needs {needed}",
        line,
    )
