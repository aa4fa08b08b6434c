from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.bench.looks import looks


@given(
    st.lists(st.integers(1, 40), max_size=4, unique=True).map(sorted),
    st.sets(st.text("0123456789abcdef", min_size=4, max_size=4), min_size=1, max_size=40),
)
def test_the_error_rate_is_spent_once_and_looks_grow(counts: list[int], digests: set[str]) -> None:
    found = looks(counts, digests)
    assert sum(look.alpha for look in found) == pytest.approx(0.05)
    assert found[-1].instances == digests
    for one, other in pairwise(found):
        assert one.instances < other.instances
        assert one.alpha < other.alpha


def test_without_counts_there_is_one_look() -> None:
    (only,) = looks((), {"b", "a"})
    assert only.alpha == 0.05
