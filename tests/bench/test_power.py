import math

import numpy as np
import pytest

from kinroute.bench.power import detectable, fewest_pairs, pairs_needed, power
from kinroute.bench.statistics import mean_interval, wilcoxon_p

pytestmark = pytest.mark.thorough

LEVEL = 0.99


def judged(steps: np.ndarray) -> bool:
    """Whether a difference is shown, as the report judges."""
    return wilcoxon_p(steps) < 1 - LEVEL and mean_interval(steps, LEVEL).excludes_zero


def test_power_is_the_share_of_campaigns_that_show_it() -> None:
    rng = np.random.default_rng(1)
    observed = rng.normal(0.3, 1, 2000)
    shown = [judged(rng.choice(observed, 100)) for _ in range(200)]
    assert power(observed, 100, level=LEVEL) == pytest.approx(np.mean(shown), abs=0.1)


def test_the_minimum_detectable_effect_is_shown_four_times_in_five() -> None:
    rng = np.random.default_rng(2)
    observed = np.where(rng.random(80) < 0.4, 0.0, rng.normal(0, 0.5, 80))
    effect, moved = detectable(observed, level=LEVEL), observed != 0
    true = np.where(moved, observed - observed[moved].mean() + effect / moved.mean(), 0.0)
    shown = [judged(rng.choice(true, 80)) for _ in range(200)]
    assert 0.7 <= np.mean(shown) <= 0.92


def test_a_formula_for_means_promises_too_much_where_most_pairs_are_equal() -> None:
    observed = np.zeros(80)
    observed[:4] = 0.5, -0.5, 0.6, -0.6
    by_formula = 2.802 * observed.std(ddof=1) / math.sqrt(80)
    assert detectable(observed, level=0.95) > 1.2 * by_formula


@pytest.mark.parametrize(("mean", "margin"), [(0.3, 0.1), (0.0, 0.2)])
def test_so_many_pairs_decide_four_times_in_five(mean: float, margin: float) -> None:
    rng = np.random.default_rng(3)
    observed = rng.normal(0, 1, 60)
    observed += mean - observed.mean()
    needed = pairs_needed(observed, level=LEVEL, margin=margin)
    assert needed is not None
    assert needed > 60
    decided = 0
    for _ in range(150):
        steps = rng.choice(observed, needed)
        decided += judged(steps) or mean_interval(steps, LEVEL).is_within(margin)
    assert decided / 150 >= 0.7


def test_nothing_to_draw_from_needs_no_simulation() -> None:
    assert detectable(np.zeros(10), level=LEVEL) == math.inf
    assert detectable(np.ones(1), level=LEVEL) == math.inf
    assert pairs_needed(np.ones(1), level=LEVEL, margin=0.1) is None
    assert pairs_needed(np.zeros(10), level=LEVEL, margin=0.1) == fewest_pairs(LEVEL)


def test_a_difference_as_large_as_the_margin_takes_too_many_pairs_to_be_called_equivalent() -> None:
    observed = np.random.default_rng(4).normal(0, 1, 400)
    observed += 0.001 - observed.mean()
    assert pairs_needed(observed, level=LEVEL, margin=0.001) is None


def test_with_fewer_pairs_not_even_a_gain_in_all_is_significant() -> None:
    always = np.arange(1.0, 30.0)
    for level in (0.95, 0.99, 0.999):
        fewest = fewest_pairs(level)
        assert wilcoxon_p(always[:fewest]) < 1 - level
        assert wilcoxon_p(always[: fewest - 1]) >= 1 - level - 1e-12
