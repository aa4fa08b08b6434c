import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import _core
from tests.core.problems import neighbours


def test_lists_keep_the_order_they_came_in() -> None:
    lists = neighbours([[3, 2], [1, 3], [2, 1]])
    assert [lists.of(i) for i in (1, 2, 3)] == [[3, 2], [1, 3], [2, 1]]


def test_padding_and_the_customer_itself_are_left_out() -> None:
    lists = neighbours([[1, 2, 0], [0, 0, 0], [2, 0, 1]])
    assert [lists.of(i) for i in (1, 2, 3)] == [[2], [], [2, 1]]


def test_symmetrised_lists_by_hand() -> None:
    # 1 has 2, 2 has 3, 3 has 1; turned around 2 gets 1, 3 gets 2, 1 gets 3.
    lists = neighbours([[2], [3], [1]]).symmetrised()
    assert [lists.of(i) for i in (1, 2, 3)] == [[2, 3], [1, 3], [1, 2]]


@given(
    rows=st.integers(1, 9).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, n), min_size=3, max_size=3), min_size=n, max_size=n
        )
    )
)
@settings(max_examples=150, deadline=None)
def test_symmetrising_joins_each_list_with_those_that_hold_its_owner(rows: list[list[int]]) -> None:
    lists = neighbours(rows).symmetrised()
    n = len(rows)
    has = {(i, j) for i, row in enumerate(rows, 1) for j in row if j not in (0, i)}
    for i in range(1, n + 1):
        wanted = {j for j in range(1, n + 1) if (i, j) in has or (j, i) in has}
        assert lists.of(i) == sorted(wanted)


def test_a_neighbour_that_is_no_customer_is_refused() -> None:
    with pytest.raises(ValueError, match="not a customer"):
        _core.Neighbours(np.array([[3], [1]], np.int32))


@pytest.mark.parametrize("customer", [0, 3, -1])
def test_only_customers_have_lists(customer: int) -> None:
    with pytest.raises(IndexError):
        neighbours([[2], [1]]).of(customer)
