from hypothesis import given
from hypothesis import strategies as st

from kinroute.plot.fonts import drawable, families, font


def test_names_in_common_scripts_are_drawn_as_they_are() -> None:
    for name in ("Café Überall", "Ελλάδα", "Київ", "مخبز الصباح", "50 $ & <b>"):
        assert drawable(name) == name


def test_what_no_font_has_is_a_box_and_controls_are_spaces() -> None:
    assert drawable("a\U00012000") == "a□"  # cuneiform
    assert drawable("a\x07b\nc") == "a b c"


def test_a_text_has_the_fonts_that_it_needs() -> None:
    assert font("Bakery", bold=True) == {"fontfamily": ["DejaVu Sans"], "fontweight": "bold"}
    assert font("Bakery")["fontweight"] == "normal"
    needed = font("a面b", bold=True)
    assert needed["fontfamily"][0] == "DejaVu Sans"
    assert set(needed["fontfamily"]) <= set(families())
    assert (len(needed["fontfamily"]) == 1) == (needed["fontweight"] == "bold")


def test_the_first_font_comes_with_matplotlib() -> None:
    assert families()[0] == "DejaVu Sans"
    assert len(set(families())) == len(families())


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_keeps_its_length(text: str) -> None:
    assert len(drawable(text)) == len(text)
