from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.bench.trace import packed, unpacked
from kinroute.errors import FormatError
from kinroute.solution.result import Improvement

IMPROVEMENTS = st.lists(
    st.builds(
        Improvement,
        time=st.floats(0, 1e6, width=32),
        cost=st.floats(0, 1e12),
        iterations=st.integers(0, 2**60),
    ),
    max_size=40,
)


@given(IMPROVEMENTS)
def test_a_trace_comes_back_as_it_was(improvements: list[Improvement]) -> None:
    trace = unpacked(packed(improvements))
    columns = zip(
        trace.times.tolist(), trace.costs.tolist(), trace.iterations.tolist(), strict=True
    )
    assert [Improvement(*row) for row in columns] == improvements


@pytest.mark.parametrize("harm", [lambda b: b[:-3], lambda b: b"", lambda b: b[::-1]])
def test_a_damaged_trace_is_refused(harm: Callable[[bytes], bytes]) -> None:
    with pytest.raises(FormatError, match="damaged"):
        unpacked(harm(packed([Improvement(1.0, 2.0, 3)] * 9)))
