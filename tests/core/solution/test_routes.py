import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.problems import (
    DURATION_UNIT,
    KINDS,
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


@st.composite
def changes(draw: st.DrawFn, problem: Tiny) -> list[tuple[int, int]]:
    """Customers to be taken out, and behind which visit each is put in again then."""
    customers = draw(st.permutations(range(1, problem.customers + 1)))
    count = draw(st.integers(1, problem.customers))
    present = [*customers[count:], *(-r for r in range(1, problem.fleet + 1))]
    result = []
    for customer in customers[:count]:
        result.append((customer, draw(st.sampled_from(present))))
        present.append(customer)
    return result


@pytest.mark.parametrize("with_search", [False, True], ids=["links only", "with local search"])
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_undoing_brings_routes_sums_and_stamps_back(
    kind: str, with_search: bool, data: st.DataObject, seed: int
) -> None:
    problem = data.draw(problems(**KINDS[kind]))
    routes = [route for route in data.draw(routed(problem)) if route]
    between, after, is_same = testing.undo(
        problem.core,
        everyone(problem.customers),
        routes,
        data.draw(changes(problem)),
        with_search,
        data.draw(PENALTIES),
        seed,
    )
    assert is_partition(between, problem)
    assert after == routes + [[]] * (problem.fleet - len(routes))
    assert is_same


def undone(routes: Routes, moves: list[tuple[int, int]], *, with_search: bool) -> Routes:
    """The routes before the undo."""
    problem = line([1, 2, 3, 4, 5], capacity=5)
    between, _, is_same = testing.undo(
        problem.core, everyone(5), routes, moves, with_search, (1000, DURATION_UNIT), 1
    )
    assert is_same
    return between


def test_removed_customers_are_put_in_one_after_the_other() -> None:
    # 2 and 5 leave; 5 comes first on a route of its own, 2 behind it.
    between = undone([[1, 2, 3], [4, 5]], [(5, -3), (2, 5)], with_search=False)
    assert between == [[1, 3], [4], [5, 2], []]


def test_local_search_looks_around_what_changed() -> None:
    # However the customers were torn apart, on a line one route is the shortest.
    between = undone([[1, 2, 3, 4, 5]], [(5, -2), (3, -3)], with_search=True)
    assert [sorted(route) for route in between if route] == [[1, 2, 3, 4, 5]]


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_the_penalised_cost_is_that_of_the_routes(data: st.DataObject) -> None:
    problem = data.draw(problems())
    routes = data.draw(routed(problem))
    penalties = data.draw(PENALTIES)
    found = testing.penalised_cost(problem.core, routes, penalties)
    assert found == problem.cost(routes, penalties)
