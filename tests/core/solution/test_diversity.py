import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.problems import Routes, line, problems, routed, testing


def broken(a: Routes, b: Routes) -> float:
    return testing.broken_pairs(line(list(range(1, 1 + sum(map(len, a))))).core, a, b)


def test_the_same_routes_driven_either_way_are_no_distance_apart() -> None:
    assert broken([[1, 2, 3], [4]], [[4], [3, 2, 1]]) == 0


def test_one_broken_pair_of_three_customers_is_a_third() -> None:
    # Only 2-3 is gone: customer 2 goes on to the depot now, which was not beside it.
    assert broken([[1, 2, 3]], [[1, 2], [3]]) == pytest.approx(1 / 3)


def test_a_customer_that_becomes_first_counts_as_well() -> None:
    # From 1-2-3-4 to 1-2 | 3-4: 2 now ends a route and 3 begins one, two of four customers.
    assert broken([[1, 2], [3, 4]], [[1, 2, 3, 4]]) == pytest.approx(2 / 4)


def test_nothing_in_common_is_a_distance_of_one() -> None:
    # In 1-3 | 2-4 no customer of 1-2-3-4 keeps its successor but 4 (the depot); 2 begins a route.
    assert broken([[1, 3], [2, 4]], [[1, 2, 3, 4]]) == 1


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_a_solution_is_no_distance_from_itself(data: st.DataObject) -> None:
    problem = data.draw(problems())
    routes = data.draw(routed(problem))
    assert testing.broken_pairs(problem.core, routes, routes) == 0
