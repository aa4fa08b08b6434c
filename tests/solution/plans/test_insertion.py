import math

import pytest

import kinroute
from kinroute.solution.plans.insertion import Insertion
from kinroute.solution.plans.limits import Limits, sums_of
from tests.solution.plans.made_up import random_instance, random_routes


def by_brute_force(
    instance: kinroute.Instance, routes: list[list[int]], customer: int, fixed: list[int]
) -> float:
    """The smallest cost of the routes with the customer at a place that keeps the limits."""
    limits, best = Limits.of(instance), math.inf
    for number, route in enumerate(routes):
        for at in range(fixed[number], len(route) + 1):
            longer = [*route[:at], customer, *route[at:]]
            if limits.excess(sums_of(instance, longer)) == 0:
                changed = [*routes[:number], longer, *routes[number + 1 :]]
                best = min(best, cost(instance, changed))
    return best


def cost(instance: kinroute.Instance, routes: list[list[int]]) -> float:
    return kinroute.check(instance, kinroute.Solution(routes)).cost


@pytest.mark.parametrize("seed", range(40))
def test_customers_go_to_their_cheapest_place(seed: int) -> None:
    n = 12
    instance = random_instance(seed, n)
    limits = Limits.of(instance)
    routes = [r for r in random_routes(seed, n - 4) if limits.excess(sums_of(instance, r)) == 0]
    fixed = [min(seed % 3, len(route)) for route in routes]
    insertion = Insertion(instance, routes, fixed=fixed)
    for customer in range(n - 3, n + 1):
        before = [list(route) for route in insertion.routes]
        expected = by_brute_force(instance, before, customer, [*fixed, *[0] * len(before)])
        insertion.insert(customer)
        if math.isinf(expected):
            assert insertion.routes == [*before, [customer]]
        else:
            assert cost(instance, insertion.routes) == pytest.approx(expected)
            assert len(insertion.routes) == len(before)
        for route, start, count in zip(routes, insertion.routes, fixed, strict=False):
            assert start[:count] == route[:count]


def test_nothing_enters_a_closed_route() -> None:
    instance = kinroute.Instance(demands=[1] * 3, capacity=9, coordinates=[(0, 0)] * 4)
    insertion = Insertion(instance, [[1], [2]], fixed=[0, 0], closed=[0])
    insertion.insert(3)
    assert insertion.routes[0] == [1]
    assert sorted(insertion.routes[1]) == [2, 3]
    alone = Insertion(instance, [[1, 2]], fixed=[0], closed=[0])
    alone.insert(3)
    assert alone.routes == [[1, 2], [3]]


def test_without_a_further_vehicle_the_route_with_the_least_excess_takes_it() -> None:
    # 3 + 2 and 3 + 2 would fit; with 2 + 2 in one vehicle, the other one carries 3 + 3.
    instance = kinroute.Instance(
        demands=[3, 3, 2, 2], capacity=5, coordinates=[(0, 0), (9, 0), *[(1, 1)] * 3], vehicles=2
    )
    insertion = Insertion(instance, [[1], [3, 4]], fixed=[0, 0])
    insertion.insert(2)
    assert sorted(insertion.routes[0]) == [1, 2]
