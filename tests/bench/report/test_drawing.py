import re
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from kinroute.bench.arm import Arm
from kinroute.bench.report.boxes import boxplots
from kinroute.bench.report.curves import convergence
from kinroute.bench.report.drawing import COLORS, MOST_ARMS, svg_of
from tests.bench.report.test_curves import results


def test_every_arm_of_a_picture_has_its_own_color() -> None:
    assert len(set(COLORS)) == MOST_ARMS


def test_the_same_figure_is_the_same_svg() -> None:
    one, other = (Figure(figsize=(2, 1)) for _ in range(2))
    assert svg_of(one) == svg_of(other)
    assert svg_of(one).startswith("<svg")


@pytest.mark.parametrize("labels", [("$\\frac$", "5 $ a day"), ("_one", "_two"), ("_one", "x")])
def test_every_label_is_in_the_legend_as_it_is(tmp_path: Path, labels: tuple[str, str]) -> None:
    arms = tuple(
        Arm(method=m, label=label) for m, label in zip(("D-O", "D-D"), labels, strict=True)
    )
    found = results(tmp_path / "s.sqlite", arms)
    curves = convergence(found, found.arms, "c", "$\\frac$")
    assert curves is not None
    for picture in (curves, *boxplots(found, found.arms)):
        for label in labels:  # Matplotlib notes above its outlines what they spell
            assert f"{label} -->" in picture.svg


def test_long_labels_stand_below_each_other(tmp_path: Path) -> None:
    arms = tuple(Arm(method=method, label=30 * method) for method in ("D-O", "D-D"))
    found = results(tmp_path / "s.sqlite", arms)
    boxes = boxplots(found, found.arms)[0].svg
    places = re.findall(r"<!-- (?:D-[OD])+ -->\n<g[^>]*translate\(([\d.]+) ", boxes)
    assert len(places) == 2
    assert places[0] == places[1]
