from pathlib import Path

import numpy as np
import pytest
from matplotlib import cbook

from kinroute.bench.report.boxes import box_of, boxplots
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from tests.bench import made_up


def test_a_box_is_that_of_matplotlib() -> None:
    values = np.random.default_rng(1).gamma(0.7, size=50).tolist()
    theirs = cbook.boxplot_stats(values)[0]
    names = ("whislo", "q1", "med", "q3", "whishi")
    assert box_of(values) == pytest.approx([float(theirs[name]) for name in names])


def test_there_is_a_picture_for_each_attribute(tmp_path: Path) -> None:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(30))
    with Store(tmp_path / "s.sqlite") as store:
        results = results_of(store)
    pictures = boxplots(results, results.arms)
    assert [picture.name for picture in pictures] == [
        f"boxes-{name}" for name in ("depot", "layout", "demand", "route-length")
    ]
    depots = [group.depot for group in results.groups.values()]
    for depot in ("random", "center", "corner"):  # Matplotlib notes what its outlines spell
        assert f"<!-- {depot} -->" in pictures[0].svg
        assert f"<!-- ({depots.count(depot)}) -->" in pictures[0].svg


def test_without_arms_there_is_no_picture(tmp_path: Path) -> None:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(3))
    with Store(tmp_path / "s.sqlite") as store:
        assert boxplots(results_of(store), []) == []
