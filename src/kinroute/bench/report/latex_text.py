"""Texts of a report in LaTeX: every character as itself."""

from __future__ import annotations

import re

from kinroute.bench.report.document import pieces

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
}
# Characters that fonts for text lack.
_MATH = {
    "Γ": r"\Gamma",
    "Δ": r"\Delta",
    "Φ": r"\Phi",
    "φ": r"\varphi",
    "μ": r"\mu",
    "√": r"\surd",
    "−": "-",
    "≤": r"\leq",
    "≥": r"\geq",
    "≈": r"\approx",
    "≠": r"\neq",
    "∞": r"\infty",
    "→": r"\rightarrow",
}
_CHARACTERS = _SPECIAL | {char: rf"\ensuremath{{{name}}}" for char, name in _MATH.items()}
_LIGATURES = re.compile(r"-(?=-)|,(?=,)")
"""Two of these in a row would become one other character."""


def escaped(text: str) -> str:
    """The text on one line, without any markup; what cannot be printed is left out."""
    line = " ".join(text.split())
    safe = "".join(_CHARACTERS.get(char, char) for char in line if char.isprintable())
    return _LIGATURES.sub(lambda found: f"{found[0]}{{}}", safe)


def words(text: str) -> str:
    """The text on one line, with `code` as its only markup."""
    return "".join(
        rf"\texttt{{{escaped(piece)}}}" if is_code else _with_edges(piece)
        for piece, is_code in pieces(" ".join(text.split()))
    )


def _with_edges(piece: str) -> str:
    """Escaped, with the spaces around it."""
    before, after = piece[: piece[:1].isspace()], piece[len(piece) - piece[-1:].isspace() :]
    return f"{before}{escaped(piece)}{after}" if piece.strip() else piece
