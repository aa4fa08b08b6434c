from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

import kinroute
from kinroute.errors import InputError
from kinroute.solution.plans import Plan, read_plan
from kinroute.solution.plans.comparison import compared
from kinroute.solution.plans.picture import draw_comparison
from tests.solution.plans.exports import WRITERS

PLACES = [(52.5, 13.4), (52.51, 13.41), (52.52, 13.41), (52.49, 13.42), (52.48, 13.39)]
INSTANCE = kinroute.Instance(
    demands=[1] * 4,
    capacity=9,
    coordinates=PLACES,
    metric="great_circle",
    names=["A $x$", "B", "C", "D"],
)


def line_colors(axes: Axes) -> set[str]:
    """The colours of the routes."""
    found = np.asarray(axes.collections[1].get_edgecolor(), np.float64)
    return {to_hex((red, green, blue)) for red, green, blue, _ in found.tolist()}


def plans(folder: Path, suffix: str) -> tuple[Plan, Plan]:
    first, second = folder / f"a{suffix}", folder / f"b{suffix}"
    WRITERS[suffix](first, INSTANCE, ((1, 2), (3,), (4,)))
    WRITERS[suffix](second, INSTANCE.with_changes(names=["A $x$", "B", "C", "E"]), ((1, 2, 3),))
    return read_plan(first), read_plan(second)


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".geojson"])
def test_both_plans_are_drawn_with_what_changed(tmp_path: Path, suffix: str) -> None:
    first, second = plans(tmp_path, suffix)
    figure = draw_comparison(first, second, compared(first, second))
    left, right = figure.axes
    texts = [[text.get_text() for text in axes.texts] for axes in (left, right)]
    assert set(texts[0]) >= {f"a{suffix}", "routes 3 · stops 4", "C", "D"}
    assert set(texts[1]) >= {f"b{suffix}", "routes 1 · stops 3", "C"}
    assert left.get_xlim() == right.get_xlim()
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert legend == [
        "unchanged routes",
        "moved to another route (1)",
        "only in the first plan (1)",
    ]


def test_unchanged_routes_are_grey_and_pairs_have_one_colour(tmp_path: Path) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    WRITERS[".csv"](first, INSTANCE, ((1, 2), (3, 4)))
    WRITERS[".csv"](second, INSTANCE, ((4, 3, 2), (1,)))
    third = tmp_path / "c.csv"
    WRITERS[".csv"](third, INSTANCE, ((4, 3), (2, 1)))
    a, b, c = map(read_plan, (first, second, third))
    same = draw_comparison(a, c, compared(a, c))
    assert {color for axes in same.axes for color in line_colors(axes)} == {"#c7ccd1"}
    changed = draw_comparison(a, b, compared(a, b))
    sides = [line_colors(axes) for axes in changed.axes]
    assert sides[0] == sides[1]
    assert len(sides[0]) == 2


def test_an_instance_says_where_stops_are(tmp_path: Path) -> None:
    first, second = tmp_path / "a.sol", tmp_path / "b.sol"
    WRITERS[".sol"](first, INSTANCE, ((1, 2), (3, 4)))
    WRITERS[".sol"](second, INSTANCE, ((1, 2, 3, 4),))
    a, b = read_plan(first), read_plan(second)
    changes = compared(a, b)
    with pytest.raises(InputError, match=r"a\.sol: it does not say where its stops are"):
        draw_comparison(a, b, changes)
    figure = draw_comparison(a, b, changes, INSTANCE)
    assert len(figure.axes[0].collections[1].get_paths()) == 2
    few = kinroute.Instance(demands=[1], capacity=1, coordinates=PLACES[:2])
    with pytest.raises(InputError, match="the stop '2' is not in unnamed"):
        draw_comparison(a, b, changes, few)


@pytest.mark.parametrize(("is_open", "legs"), [(True, 1), (False, 2)])
def test_open_routes_have_no_way_back(tmp_path: Path, is_open: bool, legs: int) -> None:
    path = tmp_path / "a.csv"
    WRITERS[".csv"](path, INSTANCE.with_changes(open_routes=is_open), ((1, 2, 3, 4),))
    plan = read_plan(path)
    figure = draw_comparison(plan, plan, compared(plan, plan))
    assert len(figure.axes[0].collections[0].get_paths()) == legs
