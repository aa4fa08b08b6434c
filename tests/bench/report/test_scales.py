import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kinroute.bench.report.scales import scale_gaps


def scaled(gaps: list[float]) -> tuple[Axes, float | None]:
    axes = Figure().subplots()
    return axes, scale_gaps(axes, gaps)


@pytest.mark.parametrize("gaps", [[], [0.0, 0.0], [0.5, 0.7, 2.0], [0.0, 0.3, 0.4]])
def test_gaps_of_one_size_are_on_a_linear_axis(gaps: list[float]) -> None:
    axes, threshold = scaled(gaps)
    assert threshold is None
    assert axes.get_yscale() == "linear"


def test_zeros_and_small_gaps_are_seen_beside_large_ones() -> None:
    axes, threshold = scaled([0.0] * 50 + [0.02, 0.03, 0.05, 0.2, 4.0])
    assert threshold == pytest.approx(0.01)
    assert axes.get_yscale() == "symlog"
    ticks = [float(tick) for tick in axes.get_yticks()]
    assert {0.0, 0.1, 1.0} <= {round(tick, 6) for tick in ticks}
    # From 0 to the threshold takes less of the axis than a decade does.
    heights = axes.transData.transform([(0, gap) for gap in (0.0, 0.01, 0.1)])[:, 1]
    assert 0 < heights[1] - heights[0] < heights[2] - heights[1]


def test_gaps_below_the_best_known_cost_have_ticks_as_well() -> None:
    axes, _ = scaled([-2.0, -0.01, 0.0, 0.01, 3.0])
    assert min(axes.get_yticks()) < -0.9
    format = axes.yaxis.get_major_formatter()
    assert format(-1.0) == "−1"


@given(st.lists(st.floats(-50, 1e4, allow_subnormal=False).map(lambda g: round(g, 4)), min_size=1))
def test_every_gap_is_on_the_axis(gaps: list[float]) -> None:
    axes, threshold = scaled(gaps)
    low, high = axes.get_ylim()
    assert low < min(gaps)
    assert high > max(gaps)
    assert math.isfinite(low)
    if threshold is not None:
        assert len(axes.get_yticks()) <= 2 * 10 + 1
        assert 0.0 in axes.get_yticks()
