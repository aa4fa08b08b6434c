import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.record import Record
from kinroute.bench.report.curves import convergence, curve_of
from kinroute.bench.report.drawing import COLORS
from kinroute.bench.results import Results, results_of
from kinroute.bench.statistics import bootstrap
from kinroute.bench.store import Store
from tests.bench import made_up


def results(
    path: Path,
    arms: tuple[Arm, ...],
    changed: Callable[[Record], Record | None] = lambda record: record,
) -> Results:
    wanted = replace(made_up.campaign(6), arms=arms, baseline=arms[0].label)
    made_up.filled(path, wanted, changed=changed)
    with Store(path) as store:
        return results_of(store)


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


def test_a_slow_model_starts_late(tmp_path: Path) -> None:
    arms = tuple(Arm(method="D-N", model=model) for model in ("original", "light-2"))
    found = results(tmp_path / "s.sqlite", arms)
    starts = {}
    for arm in found.arms:
        curve = curve_of(found, arm)
        assert curve is not None
        starts[arm.model] = curve.at[np.isfinite(curve.gaps)][0]
    assert starts["original"] > starts["light-2"] + 0.3


@pytest.mark.parametrize(
    ("budget", "axis", "end"),
    [
        (Budget(measure="seconds", amount=5), "CPU time, s", 5),
        (Budget(measure="seconds", amount=5, clock="wall"), "wall time, s", 5),
        (Budget(measure="seconds_per_customer", amount=0.2), "% of the CPU time", 100),
        (Budget(measure="iterations", amount=5000), "iterations", 5000),
    ],
)
def test_the_horizontal_axis_is_the_budget(
    tmp_path: Path, budget: Budget, axis: str, end: float
) -> None:
    found = results(tmp_path / "s.sqlite", (Arm(method="D-O"),))
    found = replace(found, campaign=replace(found.campaign, budget=budget))
    picture = convergence(found, found.arms, "c", "c")
    assert picture is not None
    assert f"<!-- {axis} -->" in picture.svg
    curve = curve_of(found, found.arms[0])
    assert curve is not None
    assert curve.at[-1] == end
    assert curve.gaps[-1] == pytest.approx(np.mean(list(found.mean_gaps("D-O").values())), abs=0.1)


def test_a_budget_of_nothing_has_no_curve(tmp_path: Path) -> None:
    found = results(tmp_path / "s.sqlite", (Arm(method="D-O"),))
    nothing = replace(found.campaign, budget=Budget(measure="iterations", amount=0))
    assert convergence(replace(found, campaign=nothing), found.arms, "c", "c") is None


def test_every_curve_has_a_band_and_a_dash_pattern_of_its_own(tmp_path: Path) -> None:
    arms = (Arm(method="D-O"), Arm(method="D-D"), Arm(method="D-D", granularity=30))
    found = results(tmp_path / "s.sqlite", arms)
    picture = convergence(found, found.arms, "c", "c")
    assert picture is not None
    parts = {
        element.get("id", ""): element
        for element in ElementTree.fromstring(picture.svg).iter("{http://www.w3.org/2000/svg}g")
    }
    for panel in ("whole", "last"):
        for number in range(len(arms)):
            assert f"c-{panel}-{number}" in parts
    dashes = re.findall(r"stroke-dasharray: ([\d., ]+);", picture.svg)
    assert len(set(dashes)) == 2  # the first arm is solid
    assert "95 % bootstrap intervals" in picture.caption


def test_a_curve_is_the_mean_over_instances_within_its_band(tmp_path: Path) -> None:
    found = results(tmp_path / "s.sqlite", (Arm(method="D-O"),))
    curve = curve_of(found, found.arms[0])
    assert curve is not None
    seen = np.isfinite(curve.gaps)
    assert np.all(curve.low[seen] <= curve.gaps[seen])
    assert np.all(curve.gaps[seen] <= curve.high[seen])
    assert np.isnan(curve.low[~seen]).all()
    expected = bootstrap(list(found.mean_gaps("D-O").values()))
    assert curve.low[-1] == pytest.approx(expected.low, abs=0.05)
    assert curve.high[-1] == pytest.approx(expected.high, abs=0.05)
