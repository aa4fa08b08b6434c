import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import cbook

from kinroute.bench.report.boxes import box_of, boxplots
from kinroute.bench.report.drawing import LOOKS
from kinroute.bench.results import Results, results_of
from kinroute.bench.store import Store
from tests.bench import made_up

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    path = tmp_path_factory.mktemp("boxes") / "s.sqlite"
    made_up.filled(path, made_up.campaign(60))
    with Store(path) as store:
        return results_of(store)


@given(st.lists(st.floats(0, 1000).map(lambda gap: round(gap, 3)), min_size=1, max_size=60))
def test_a_box_is_that_of_matplotlib(values: list[float]) -> None:
    theirs = cbook.boxplot_stats(values)[0]
    box = box_of(values)
    ours = (box.least, box.low, box.median, box.high, box.most)
    names = ("whislo", "q1", "med", "q3", "whishi")
    assert ours == pytest.approx([float(theirs[name]) for name in names])
    assert box.outliers == sorted(theirs["fliers"].tolist())


def test_there_is_a_picture_for_each_attribute(results: Results) -> None:
    pictures = boxplots(results, results.arms)
    assert [picture.name for picture in pictures] == [
        f"boxes-{name}" for name in ("depot", "layout", "demand", "route-length")
    ]
    depots = [group.depot for group in results.groups.values()]
    for depot in ("random", "center", "corner"):  # Matplotlib notes what its outlines spell
        assert f"<!-- {depot} -->" in pictures[0].svg
        assert f"<!-- ({depots.count(depot)}) -->" in pictures[0].svg


def test_every_box_has_its_whiskers_median_and_outliers(results: Results) -> None:
    picture = boxplots(results, results.arms)[0]
    parts = {
        element.get("id"): element
        for element in ElementTree.fromstring(picture.svg).iter(f"{SVG}g")
        if element.get("id")
    }
    for number, arm in enumerate(results.arms):
        gaps = results.mean_gaps(arm.label)
        for place, depot in enumerate(("random", "center", "corner")):
            found = [gap for d, gap in gaps.items() if results.groups[d].depot == depot]
            name = f"boxes-depot-{place}-{number}"
            assert len(parts[f"{name}-whiskers"].findall(f"{SVG}path")) == 2
            assert len(parts[f"{name}-median"].findall(f"{SVG}path")) == 1
            assert f"{name}-box" in parts
            outliers = {float(f"{gap:.3g}") for gap in box_of(found).outliers}
            drawn = parts[f"{name}-outliers"].findall(f".//{SVG}use") if outliers else []
            assert len(drawn) == len(outliers)
    assert any(name.endswith("-outliers") for name in parts if name)


def test_boxes_are_told_apart_by_hatches_in_grey_print(results: Results) -> None:
    svg = boxplots(results, results.arms)[0].svg
    assert len({look.hatch for look in LOOKS}) == len(LOOKS)
    # A pattern for each hatched arm, which its boxes and the legend share.
    assert len(re.findall(r"<pattern ", svg)) == len(results.arms) - 1


def test_the_caption_says_what_is_drawn(results: Results) -> None:
    caption = boxplots(results, results.arms)[0].caption
    assert "interquartile range" in caption
    assert "1.5 × IQR" in caption
    assert "outliers" in caption


def test_without_arms_there_is_no_picture(results: Results) -> None:
    assert boxplots(results, []) == []


def test_an_instance_that_is_always_solved_is_a_line_at_zero(tmp_path: Path) -> None:
    assert box_of([0.0] * 9).outliers == []
    assert np.ptp([box_of([0.0] * 9).least, box_of([0.0] * 9).most]) == 0
