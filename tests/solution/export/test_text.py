from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.solution.export.text import guarded, one_line, unguarded

ANY = st.text(st.characters(exclude_categories=()))


@given(ANY)
def test_any_text_becomes_one_line_that_xml_and_utf8_can_have(text: str) -> None:
    line = one_line(text)
    assert line.splitlines() in ([line], [])
    element = ElementTree.Element("a")
    element.text = line
    again = ElementTree.fromstring(ElementTree.tostring(element, encoding="utf-8"))
    assert (again.text or "") == line


def test_names_keep_their_scripts() -> None:
    for name in ("مخبز الصباح", "面包店", "🥐 Café", "O'Neill & Sons <1>"):
        assert one_line(name) == name
    assert one_line("a\r\n\tb\x07c\x1b[0m") == "a b c [0m"


@pytest.mark.parametrize("text", ["=1+1", "+31 30", "-x", "@SUM(A1)", " =1", "-2+3", "'=1"])
def test_what_a_spreadsheet_would_evaluate_is_guarded(text: str) -> None:
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "-1.5", "+3", "1e-5", "Bakery", "a=b", "'quoted'", "’s"])
def test_numbers_and_plain_texts_stay_as_they_are(text: str) -> None:
    assert guarded(text) == text


@given(ANY)
def test_the_guard_can_be_taken_off_again(text: str) -> None:
    assert unguarded(guarded(text)) == text
