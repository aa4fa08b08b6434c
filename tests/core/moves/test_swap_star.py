from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.problems import (
    DURATION_UNIT,
    PENALTIES,
    Routes,
    Tiny,
    is_partition,
    line,
    problems,
    routed,
    testing,
)


def length(problem: Tiny, route: list[int]) -> int:
    stops = [0, *route, 0]
    return sum(problem.distances[a][b] for a, b in pairwise(stops))


def with_customer(problem: Tiny, route: list[int], customer: int | None) -> list[int]:
    """The route with the customer where it lengthens it least."""
    if customer is None:
        return route
    choices = [[*route[:k], customer, *route[k:]] for k in range(len(route) + 1)]
    return min(choices, key=lambda choice: length(problem, choice))


def best_exchange(
    problem: Tiny, first: list[int], second: list[int], penalties: tuple[int, int]
) -> int:
    """Least price over all pairs (or one customer alone), each put into its best place."""
    before = problem.cost([first, second], penalties)
    prices = [0]
    for u, v in product([*first, None], [*second, None]):
        rest_u = [c for c in first if c != u]
        rest_v = [c for c in second if c != v]
        after = [with_customer(problem, rest_u, v), with_customer(problem, rest_v, u)]
        prices.append(problem.cost(after, penalties) - before)
    return min(prices)


def full(routes: Routes) -> Routes:
    return [route for route in routes if route]


@given(data=st.data())
@settings(max_examples=500, deadline=None)
def test_every_exchange_is_priced_exactly(data: st.DataObject) -> None:
    problem = data.draw(problems())
    routes = full(data.draw(routed(problem)))
    if len(routes) < 2:
        return
    penalties = data.draw(PENALTIES)
    price, before, after, result = testing.try_swap_star(problem.core, routes, 0, 1, penalties)
    assert before == problem.cost(routes, penalties)
    assert after == problem.cost(result, penalties) == before + price
    assert price <= 0
    assert is_partition(result, problem)
    assert result[2 : len(routes)] == routes[2:]


@given(data=st.data())
@settings(max_examples=500, deadline=None)
def test_the_best_exchange_matches_brute_force_where_detours_are_never_shorter(
    data: st.DataObject,
) -> None:
    problem = data.draw(problems(metric=True, own_durations=False))
    routes = full(data.draw(routed(problem)))
    if len(routes) < 2:
        return
    penalties = data.draw(PENALTIES)
    price, *_ = testing.try_swap_star(problem.core, routes, 0, 1, penalties)
    assert price == best_exchange(problem, routes[0], routes[1], penalties)


def test_customers_go_to_their_best_places_not_to_each_others() -> None:
    # On a line: route 1 is 1-9-2 (length 1+8+7+2 = 18), route 2 is 8-3-10 (8+5+7+10 = 30).
    # Nine (customer 2) belongs between 8 and 10, three (customer 5) between 2 and the depot:
    # 1-2-3 is 6 and 8-9-10 is 20, so the price is 26 - 48 = -22.
    problem = line([1, 9, 2, 8, 3, 10], capacity=3)
    price, before, after, routes = testing.try_swap_star(
        problem.core, [[1, 2, 3], [4, 5, 6]], 0, 1, (100, DURATION_UNIT)
    )
    assert (price, before, after) == (-22, 48, 26)
    # Three is as good anywhere on the way out or back.
    assert sorted(map(sorted, routes)) == [[], [], [1, 3, 5], [2, 4, 6]]
