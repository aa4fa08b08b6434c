"""A small version of benchmarks/verdicts.py: words are wrong no more often than is said."""

from typing import Any

import numpy as np
import pytest

from tests.scripts import Load

pytestmark = pytest.mark.thorough

CAMPAIGNS = 80
NAMES = ["normal", "70 % equal pairs", "skewed (exponential)", "heavy tails (t, 3 d.f.)"]


@pytest.fixture
def verdicts(script: Load) -> Any:
    return script("verdicts")


def words(setting: Any) -> list[list[str]]:
    rng = np.random.default_rng(11)
    return [setting.words(rng) for _ in range(CAMPAIGNS)]


@pytest.mark.parametrize("counts", [(), (30, 60)])
@pytest.mark.parametrize("name", NAMES)
def test_where_nothing_differs_a_difference_is_hardly_ever_found(
    verdicts: Any, name: str, counts: tuple[int, ...]
) -> None:
    found = words(verdicts.Setting(name, 0.0, 120, counts))
    wrong = sum(any(word in ("helps", "hurts") for word in one) for one in found)
    # 5 % of 80 campaigns are 4; that 10 or more are wrong has a probability of 0.5 % then.
    assert wrong < 10


@pytest.mark.parametrize("name", NAMES[:2])
def test_a_difference_as_large_as_the_margin_is_found_with_the_power_stated(
    verdicts: Any, name: str
) -> None:
    setting = verdicts.Setting(name, verdicts.MARGIN, verdicts.needed(name), ())
    found = words(setting)
    right = sum(one.count("hurts") for one in found)
    wrong = sum(any(word in ("helps", "equivalent") for word in one) for one in found)
    assert right >= 0.75 * CAMPAIGNS * verdicts.FAMILY
    assert wrong < 10
