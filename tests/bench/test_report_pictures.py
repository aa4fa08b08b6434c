"""The curves and boxes of a report."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.record import Record
from kinroute.bench.report.pictures import COLORS, boxplots, convergence, curve_of
from kinroute.bench.results import Results, results_of
from kinroute.bench.store import Store
from tests.bench import made_up


def results(path: Path, arms: tuple[Arm, ...], **changes) -> Results:
    wanted = replace(made_up.campaign(6), arms=arms, baseline=arms[0].label)
    made_up.filled(path, wanted, **changes)
    with Store(path) as store:
        return results_of(store)


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


def test_a_model_that_is_left_out_of_the_time_does_not_stretch_its_curve(tmp_path: Path) -> None:
    def timed(record: Record) -> Record:
        if '"optimistic": true' not in record.settings:
            return replace(record, seconds=5.0)
        return replace(record, seconds=5.0, cpu_seconds=5.8, inference_seconds=0.8)

    arm = Arm(method="D-N", model="light-2", optimistic=True)
    found = results(tmp_path / "s.sqlite", (arm,), changed=timed)
    curve = curve_of(found, found.arms[0])
    alike = results(
        tmp_path / "t.sqlite", (replace(arm, optimistic=False, label=""),), changed=timed
    )
    plain = curve_of(alike, alike.arms[0])
    assert curve is not None
    assert plain is not None
    assert np.array_equal(curve.gaps, plain.gaps, equal_nan=True)


def test_a_busy_machine_stretches_the_curve_of_a_model_that_is_left_out_as_well(
    tmp_path: Path,
) -> None:
    def timed(record: Record) -> Record:
        return replace(record, seconds=10.0, cpu_seconds=5.8, inference_seconds=1.6)

    arm = Arm(method="D-N", model="light-2", optimistic=True)
    found = results(tmp_path / "s.sqlite", (arm,), changed=timed)
    curve = curve_of(found, found.arms[0])
    assert curve is not None
    begins = curve.at[np.isfinite(curve.gaps)][0]
    idle = results(
        tmp_path / "t.sqlite", (arm,), changed=lambda r: replace(r, seconds=5.0, cpu_seconds=5.0)
    )
    other = curve_of(idle, idle.arms[0])
    assert other is not None
    assert begins == pytest.approx(other.at[np.isfinite(other.gaps)][0] / 2, abs=0.03)


def test_an_arm_has_the_same_color_in_every_picture(tmp_path: Path) -> None:
    arms = tuple(Arm(method=method) for method in ("D-O", "D-D"))
    found = results(
        tmp_path / "s.sqlite",
        arms,
        changed=lambda r: made_up.infeasible(r) if r.method == "D-O" else r,
    )
    curves = convergence(found, found.arms, "c", "c")
    assert curves is not None
    assert COLORS[1] in curves.svg
    assert "D-O -->" not in curves.svg


def test_long_labels_stand_below_each_other(tmp_path: Path) -> None:
    arms = tuple(Arm(method=method, label=30 * method) for method in ("D-O", "D-D"))
    found = results(tmp_path / "s.sqlite", arms)
    boxes = boxplots(found, found.arms)[0].svg
    places = re.findall(r"<!-- (?:D-[OD])+ -->\n<g[^>]*translate\(([\d.]+) ", boxes)
    assert len(places) == 2
    assert places[0] == places[1]
