"""A small version of benchmarks/verdicts.py: words are wrong no more often than is said."""

import numpy as np
import pytest

from benchmarks.verdicts import FAMILY, MARGIN, POPULATIONS, Setting, needed

CAMPAIGNS = 80


def words(setting: Setting) -> list[list[str]]:
    rng = np.random.default_rng(11)
    return [setting.words(rng) for _ in range(CAMPAIGNS)]


@pytest.mark.parametrize("counts", [(), (30, 60)])
@pytest.mark.parametrize("name", list(POPULATIONS))
def test_where_nothing_differs_a_difference_is_hardly_ever_found(
    name: str, counts: tuple[int, ...]
) -> None:
    found = words(Setting(name, 0.0, 120, counts))
    wrong = sum(any(word in ("helps", "hurts") for word in one) for one in found)
    # 5 % of 80 campaigns are 4; that 10 or more are wrong has a probability of 0.5 % then.
    assert wrong < 10


@pytest.mark.parametrize("name", ["normal", "70 % equal pairs"])
def test_a_difference_as_large_as_the_margin_is_found_with_the_power_stated(name: str) -> None:
    found = words(Setting(name, MARGIN, needed(name), ()))
    right = sum(one.count("hurts") for one in found)
    wrong = sum(any(word in ("helps", "equivalent") for word in one) for one in found)
    assert right >= 0.75 * CAMPAIGNS * FAMILY
    assert wrong < 10
