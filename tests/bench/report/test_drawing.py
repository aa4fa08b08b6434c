import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from kinroute.bench.arm import Arm
from kinroute.bench.report.boxes import boxplots
from kinroute.bench.report.curves import convergence
from kinroute.bench.report.drawing import COLORS, LOOKS, MOST_ARMS, Look, svg_of
from tests.bench.report.test_curves import results

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.3039],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.072175],
        [0.0193339, 0.119192, 0.9503041],
    ]
)
WHITE = TO_XYZ.sum(axis=1)


def linear(color: str) -> np.ndarray:
    values = np.array(to_rgb(color))
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of linear RGB."""
    ratio = TO_XYZ @ np.clip(rgb, 0, 1) / WHITE
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("vision", VISION)
def test_any_two_arms_differ_in_color_for_every_reader(vision: str) -> None:
    seen = [lab(VISION[vision] @ linear(color)) for color in COLORS]
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(one - other) > 15  # a difference of 2.3 is just noticeable


def test_every_color_stands_out_from_white_paper() -> None:
    for color in COLORS:
        luminance = float(TO_XYZ[1] @ linear(color))
        assert 1.05 / (luminance + 0.05) > 2.2


@pytest.mark.parametrize("name", ["color", "dashes", "marker", "hatch"])
def test_every_arm_of_a_picture_has_a_look_of_its_own(name: str) -> None:
    assert len({getattr(look, name) for look in LOOKS}) == MOST_ARMS


def test_a_tint_is_lighter() -> None:
    assert Look("#000000", (), "o", "").tint(0.25) == (0.75, 0.75, 0.75)


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
