from math import exp

import pytest

from tests.core.problems import testing

# From 1 to 0.01 mean arcs of 50: 50 at first, 5 when half of the time is over, 0.5 at the end.
SCHEDULE = testing.Schedule(1.0, 0.01, 50.0)
TRIES = 20_000


def accepted(share: float, longer: int) -> float:
    return testing.accepted(SCHEDULE, share, 1000 + longer, 1000, TRIES, 7) / TRIES


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_what_is_shorter_is_always_accepted(share: float) -> None:
    assert accepted(share, -1) == 1


@pytest.mark.parametrize(("share", "temperature"), [(0.0, 50.0), (0.5, 5.0), (1.0, 0.5)])
@pytest.mark.parametrize("factor", [0, 1, 2])
def test_what_is_longer_is_accepted_with_the_probability_of_metropolis(
    share: float, temperature: float, factor: int
) -> None:
    longer = int(factor * temperature)
    # Three standard deviations of 20,000 tries are at most 3 · 0.5 / sqrt(20,000) = 0.011.
    assert accepted(share, longer) == pytest.approx(exp(-longer / temperature), abs=0.011)
