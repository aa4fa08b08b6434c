"""Any text comes out of a real LaTeX parser as it went in."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pylatexenc.latex2text import (
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)
from pylatexenc.latexwalker import LatexWalker

from kinroute.bench.report.latex_text import escaped, words

EVIL = "\\input{/etc/passwd} 100% $x_1^2$ & {a} #1 ~b~ a--b \"c\" 'd' `e` <f> |g| Γ −1 φ √n ≤ [h]"


# What the kernel of LaTeX defines and the parser does not know, or knows as another character.
KERNEL = {
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textasciicircum": "^",
}
KNOWN = get_default_latex_context_db()
KNOWN.add_context_category(
    "kernel", prepend=True, macros=[MacroTextSpec(name, char) for name, char in KERNEL.items()]
)


def parsed(latex: str) -> str:
    """What a reader of the LaTeX gets to see; raises where it is not well-formed."""
    LatexWalker(latex, tolerant_parsing=False).get_latex_nodes()
    reader = LatexNodes2Text(KNOWN, keep_comments=True, strict_latex_spaces=True)
    text: str = reader.latex_to_text(latex)
    return text


def plain(text: str) -> str:
    """The text on one line, without what cannot be printed; a hyphen in a formula is a minus."""
    line = " ".join(text.split()).replace("−", "-")
    return "".join(char for char in line if char.isprintable())


@given(st.text(st.characters(codec="utf-8"), max_size=40))
@example(EVIL)
@example("\\")
@example("a,,b---c")
@settings(max_examples=300)
def test_every_text_is_read_as_it_is(text: str) -> None:
    assert parsed(escaped(text)) == plain(text)


@given(st.text(st.sampled_from("\\{}$&#%_~^-,`'\"<>| a"), max_size=12))
@settings(max_examples=300)
def test_special_characters_next_to_each_other_are_read_as_they_are(text: str) -> None:
    assert parsed(escaped(text)) == plain(text)


@pytest.mark.parametrize("pair", ["--", ",,", "``", "''", "<<", ">>", "?`", "!`"])
def test_no_two_characters_become_a_ligature(pair: str) -> None:
    assert pair not in escaped(pair)


def test_code_is_set_in_the_typewriter_font() -> None:
    assert words("Run `a_b --c` now.") == r"Run \texttt{a\_b -{}-c} now."
    assert words("c`d and e`f") == r"c\textasciigrave{}d and e\textasciigrave{}f"


@given(st.text(max_size=40))
def test_words_are_well_formed(text: str) -> None:
    LatexWalker(words(text), tolerant_parsing=False).get_latex_nodes()
