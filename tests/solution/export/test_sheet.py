import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.text import Text

from kinroute.solution.export.sheet import HEIGHT, WIDTH, Sheet, shortened


def test_positions_are_points_from_the_upper_left() -> None:
    sheet = Sheet()
    sheet.text(WIDTH / 2, HEIGHT / 4, "50 $ shop $\x07")
    (text,) = sheet.figure.findobj(Text)
    assert text.get_position() == (0.5, 0.75)
    assert text.get_text() == "50 $ shop $ "
    sheet.box(0, 0, WIDTH, HEIGHT / 2)
    (box,) = sheet.figure.artists
    pixels = [edge * sheet.figure.dpi / 72 for edge in (0, HEIGHT / 2, WIDTH, HEIGHT / 2)]
    assert box.get_extents().bounds == pytest.approx(pixels)  # type: ignore[attr-defined]
    bounds = sheet.axes(0, 0, WIDTH / 2, HEIGHT / 2).get_position().bounds
    assert bounds == pytest.approx((0, 0.5, 0.5, 0.5))


def test_a_text_that_fits_is_not_cut() -> None:
    assert shortened("Bakery", 100, 9) == "Bakery"
    assert shortened("", 1, 9) == ""


def test_wide_letters_take_more_room() -> None:
    assert len(shortened("a" * 100, 90, 9)) > len(shortened("面" * 100, 90, 9))
    assert shortened("a" * 100, 90, 9).endswith("…")


@given(st.text(), st.floats(1, 500), st.floats(5, 20))
def test_no_text_grows(text: str, width: float, size: float) -> None:
    assert len(shortened(text, width, size)) <= max(2, len(text))
