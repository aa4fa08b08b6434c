from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.moves.test_swap_star import full, with_customer
from tests.core.problems import (
    DURATION_UNIT,
    PENALTIES,
    Tiny,
    everyone,
    is_partition,
    line,
    neighbours,
    problems,
    routed,
    testing,
)


def best_exchange_of_two(
    problem: Tiny, first: list[int], second: list[int], penalties: tuple[int, int]
) -> int:
    """Least price over all pairs, each put into its best place."""
    before = problem.cost([first, second], penalties)
    prices = [0]
    for u, v in product(first, second):
        rest_u = [c for c in first if c != u]
        rest_v = [c for c in second if c != v]
        after = [with_customer(problem, rest_u, v), with_customer(problem, rest_v, u)]
        prices.append(problem.cost(after, penalties) - before)
    return min(prices)


@given(data=st.data())
@settings(max_examples=500, deadline=None)
def test_every_exchange_around_a_change_is_priced_exactly(data: st.DataObject) -> None:
    problem = data.draw(problems())
    routes = full(data.draw(routed(problem)))
    penalties = data.draw(PENALTIES)
    customers = range(1, problem.customers + 1)
    some = data.draw(st.lists(st.sampled_from(customers), unique=True))
    lists = [
        data.draw(st.lists(st.sampled_from(customers), min_size=3, max_size=3)) for _ in customers
    ]
    related = neighbours(
        [[v if v != u else 0 for v in of] for u, of in zip(customers, lists, strict=True)]
    )
    price, before, after, result = testing.try_swap_star_around(
        problem.core, related, routes, some, penalties
    )
    assert before == problem.cost(routes, penalties)
    assert after == problem.cost(result, penalties) == before + price
    assert price <= 0
    assert is_partition(result, problem)


@given(data=st.data())
@settings(max_examples=500, deadline=None)
def test_with_everyone_related_the_best_exchange_matches_brute_force(data: st.DataObject) -> None:
    problem = data.draw(problems(metric=True, own_durations=False))
    routes = full(data.draw(routed(problem)))
    if len(routes) < 2:
        return
    penalties = data.draw(PENALTIES)
    price, *_ = testing.try_swap_star_around(
        problem.core,
        everyone(problem.customers),
        routes,
        [*routes[0], *routes[1]],
        penalties,
    )
    assert price == best_exchange_of_two(problem, routes[0], routes[1], penalties)


def test_only_the_given_customers_are_exchanged() -> None:
    # As in the example of SWAP*: nine (customer 2) and three (customer 5) change places.
    problem = line([1, 9, 2, 8, 3, 10], capacity=3)
    routes, penalties = [[1, 2, 3], [4, 5, 6]], (100, DURATION_UNIT)
    prices = [
        testing.try_swap_star_around(problem.core, everyone(6), routes, some, penalties)[0]
        for some in ([2, 5], [1, 2, 3, 4, 5, 6], [2, 3])
    ]
    assert prices == [-22, -22, 0]
