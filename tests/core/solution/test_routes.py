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


@pytest.mark.parametrize(
    ("with_search", "lighter_only", "touched_only", "is_narrow"),
    [
        (False, False, False, False),
        (True, False, False, False),
        (True, True, False, False),
        (True, False, True, False),
        (True, False, True, True),
    ],
    ids=[
        "links only",
        "with local search",
        "where routes became lighter",
        "around what was touched",
        "what was touched alone",
    ],
)
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_undoing_brings_routes_sums_and_stamps_back(
    kind: str,
    with_search: bool,
    lighter_only: bool,
    touched_only: bool,
    is_narrow: bool,
    data: st.DataObject,
    seed: int,
) -> None:
    problem = data.draw(problems(**KINDS[kind]))
    routes = [route for route in data.draw(routed(problem)) if route]
    between, after, is_same = testing.undo(
        problem.core,
        everyone(problem.customers),
        routes,
        data.draw(changes(problem)),
        with_search,
        lighter_only,
        touched_only,
        is_narrow,
        data.draw(PENALTIES),
        seed,
    )
    assert is_partition(between, problem)
    assert after == routes + [[]] * (problem.fleet - len(routes))
    assert is_same


def neighbours_of(routes: Routes) -> dict[int, list[int]]:
    """What is before and behind every customer, 0 for the depot, in any direction."""
    stops = [[0, *route, 0] for route in routes]
    return {
        here: sorted((before, behind))
        for route in stops
        for before, here, behind in zip(route, route[1:], route[2:], strict=False)
    }


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_the_touched_customers_are_those_with_other_neighbours(data: st.DataObject) -> None:
    problem = data.draw(problems())
    routes = [route for route in data.draw(routed(problem)) if route]
    after, touched = testing.touched(
        problem.core, routes, data.draw(changes(problem)), data.draw(PENALTIES)
    )
    before, now = neighbours_of(routes), neighbours_of(after)
    assert set(touched) == {u for u in now if now[u] != before[u]}


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_beside_the_touched_customers_those_of_lighter_and_overloaded_routes_are_stamped(
    data: st.DataObject,
) -> None:
    problem = data.draw(problems(timed=False))
    routes = [route for route in data.draw(routed(problem)) if route]
    moves = data.draw(changes(problem))
    penalties = data.draw(PENALTIES)
    after, stamped = testing.stamped(problem.core, routes, moves, penalties)
    _, touched = testing.touched(problem.core, routes, moves, penalties)
    expected = set(touched)
    for r, route in enumerate(after):
        was = routes[r] if r < len(routes) else []
        old, new = (sum(problem.demands[u] for u in visits) for visits in (was, route))
        is_changed = any(u in route or u in was for u, _ in moves)
        if is_changed and (new < old or max(new, old) > problem.capacity):
            expected.update(route)
    assert set(stamped) == expected


def undone(
    routes: Routes,
    moves: list[tuple[int, int]],
    *,
    with_search: bool,
    lighter_only: bool = False,
    touched_only: bool = False,
    is_narrow: bool = False,
) -> Routes:
    """The routes before the undo."""
    problem = line([1, 2, 3, 4, 5], capacity=5)
    between, _, is_same = testing.undo(
        problem.core,
        everyone(5),
        routes,
        moves,
        with_search,
        lighter_only,
        touched_only,
        is_narrow,
        (1000, DURATION_UNIT),
        1,
    )
    assert is_same
    return between


def test_removed_customers_are_put_in_one_after_the_other() -> None:
    # 2 and 5 leave; 5 comes first on a route of its own, 2 behind it.
    between = undone([[1, 2, 3], [4, 5]], [(5, -3), (2, 5)], with_search=False)
    assert between == [[1, 3], [4], [5, 2], []]


@pytest.mark.parametrize(
    ("lighter_only", "touched_only", "is_narrow"),
    [(False, False, False), (True, False, False), (False, True, False), (False, True, True)],
)
def test_local_search_looks_around_what_changed(
    lighter_only: bool, touched_only: bool, is_narrow: bool
) -> None:
    # However the customers were torn apart, on a line one route is the shortest.
    between = undone(
        [[1, 2, 3, 4, 5]],
        [(5, -2), (3, -3)],
        with_search=True,
        lighter_only=lighter_only,
        touched_only=touched_only,
        is_narrow=is_narrow,
    )
    assert [sorted(route) for route in between if route] == [[1, 2, 3, 4, 5]]


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_the_penalised_cost_is_that_of_the_routes(data: st.DataObject) -> None:
    problem = data.draw(problems())
    routes = data.draw(routed(problem))
    penalties = data.draw(PENALTIES)
    found = testing.penalised_cost(problem.core, routes, penalties)
    assert found == problem.cost(routes, penalties)
