import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.problems import (
    PENALTIES,
    Routes,
    Tiny,
    everyone,
    is_partition,
    line,
    problems,
    routed,
    testing,
)

LINE = line(list(range(1, 10)), fleet=9)
ONE_WAY = Tiny(
    distances=[[abs(i - j) + (i > j) for j in range(10)] for i in range(10)],
    demands=LINE.demands,
    capacity=LINE.capacity,
    service=LINE.service,
    fleet=9,
)
"""The same line, where it is farther back than out."""
PARENT = [[1, 2, 3, 4, 5, 6], [7, 8, 9]]


def inherited(problem: Tiny, parent: Routes, child: Routes) -> tuple[list[int], list[int]]:
    """The routes, by number, and the customers that a child has from its parent."""
    return testing.inherited(problem.core, parent, child)


@pytest.mark.parametrize("problem", [LINE, ONE_WAY], ids=["symmetric", "asymmetric"])
def test_a_copy_inherits_everything(problem: Tiny) -> None:
    assert inherited(problem, PARENT, PARENT) == ([0, 1], list(range(1, 10)))
    assert inherited(problem, PARENT, PARENT[::-1]) == ([0, 1], list(range(1, 10)))


def test_customers_are_inherited_where_they_and_their_neighbours_have_the_same_neighbours() -> None:
    # 5 and 6 go to the end of the other route, which is driven backwards now.
    child = [[1, 2, 3, 4], [9, 8, 7, 5, 6]]
    assert inherited(LINE, PARENT, child) == ([], [1, 2, 9])
    assert inherited(ONE_WAY, PARENT, child) == ([], [1, 2])


def test_a_route_driven_backwards_is_inherited_where_both_ways_cost_the_same() -> None:
    turned = [[1, 2, 3, 4, 5, 6], [9, 8, 7]]
    assert inherited(LINE, PARENT, turned) == ([0, 1], list(range(1, 10)))
    assert inherited(ONE_WAY, PARENT, turned) == ([0], [1, 2, 3, 4, 5, 6])


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_routes_are_inherited_that_the_parent_has(data: st.DataObject) -> None:
    problem = data.draw(problems())
    parent, child = ([r for r in data.draw(routed(problem)) if r] for _ in range(2))
    turned = [[*reversed(route)] for route in parent] if is_symmetric(problem) else []
    routes, _ = inherited(problem, parent, child)
    assert routes == [r for r, route in enumerate(child) if route in (*parent, *turned)]


def is_symmetric(problem: Tiny) -> bool:
    d = problem.distances
    return d == [list(column) for column in zip(*d, strict=True)]


@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_a_search_where_something_changed_is_a_search(data: st.DataObject, seed: int) -> None:
    problem = data.draw(problems())
    penalties = data.draw(PENALTIES)
    related = everyone(problem.customers)
    start = data.draw(routed(problem))
    parent = testing.local_search(problem.core, related, start, penalties, seed)
    child = data.draw(routed(problem))
    found, same = (
        testing.local_search_of_child(problem.core, related, parent, routes, penalties, seed)
        for routes in (child, parent)
    )
    assert is_partition(found, problem)
    assert problem.cost(found, penalties) <= problem.cost(child, penalties)
    assert problem.cost(same, penalties) == problem.cost(parent, penalties)
