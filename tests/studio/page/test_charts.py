import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from kinroute.studio.page.charts import Curve, curves, scatter

COSTS = st.lists(st.tuples(st.floats(0, 1e4), st.floats(0, 1e9)), min_size=1, max_size=20)


def numbers(path: str) -> list[float]:
    return [float(text) for text in re.findall(r"-?\d+\.?\d*", path)]


@given(st.lists(COSTS, min_size=1, max_size=4), st.booleans())
def test_every_curve_stays_within_the_picture(
    lines: list[list[tuple[float, float]]], steps: bool
) -> None:
    made = curves(
        [Curve(name=str(k), points=sorted(line)) for k, line in enumerate(lines)],
        label="Costs",
        steps=steps,
    )
    drawn = ET.fromstring(made)
    paths = drawn.findall("path")
    assert len(paths) == len(lines)
    for path in paths:
        assert all(-1 <= number <= 341 for number in numbers(path.attrib["d"]))


def test_curves_differ_by_more_than_colour() -> None:
    lines = [Curve(name=str(k), points=[(0, 3), (1, 2)]) for k in range(4)]
    drawn = ET.fromstring(curves(lines, label="Costs"))
    dashes = [path.attrib.get("stroke-dasharray") for path in drawn.findall("path")]
    assert len(set(dashes)) == 4


def test_thousands_are_short_enough_for_a_small_chart() -> None:
    speeds = [Curve(name="", points=[(0, 0), (1, 12_000), (2, 9_000)])]
    drawn = ET.fromstring(curves(speeds, label="Speed", height=132, steps=False, text=1.65))
    texts = [text.text or "" for text in drawn.findall("text")]
    assert "10k" in texts
    assert all(len(text) <= 5 for text in texts)


def test_ticks_of_close_values_are_distinct() -> None:
    drawn = ET.fromstring(curves([Curve(name="", points=[(0, 9317), (1, 9316)])], label="Costs"))
    texts = [
        element.text for element in drawn.findall("text") if element.attrib["text-anchor"] == "end"
    ]
    assert len(texts) >= 2
    assert len(set(texts)) == len(texts)


def test_points_say_what_they_are_and_which_arm_is_better() -> None:
    made = scatter(
        [(1.0, 0.5, "a <1>"), (0.2, 0.4, "b"), (1, 1, "c")], label="Gaps", names=("x", "y")
    )
    dots = ET.fromstring(made).findall("circle")
    assert [dot.attrib["class"] for dot in dots] == ["dot better", "dot worse", "dot tie"]
    assert dots[0].findtext("title") == "a <1>"


def test_nothing_is_said_to_be_nothing() -> None:
    assert "nothing yet" in curves([], label="Costs")
    assert "nothing yet" in scatter([], label="Gaps", names=("x", "y"))
