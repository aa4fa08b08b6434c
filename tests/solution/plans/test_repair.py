import math

import numpy as np
import pytest

import kinroute
from kinroute.solution.plans.limits import Limits, sums_of
from kinroute.solution.plans.repair import repaired
from tests.solution.plans.made_up import random_instance, random_routes


def test_what_fits_is_kept() -> None:
    instance = kinroute.Instance(demands=[1] * 4, capacity=9, coordinates=[(0, 0)] * 5)
    found = repaired(instance, [[3, 1], [4, 2]])
    assert (found.routes, found.moved) == (((3, 1), (4, 2)), ())


def test_a_route_over_its_limit_loses_the_stop_that_helps_most() -> None:
    # Customer 2 needs 6 now, so that the first route carries 11 of 10. Each of its stops is enough
    # to leave; without customer 3 it is the shortest.
    instance = kinroute.Instance(
        demands=[2, 6, 3, 1], capacity=10, coordinates=[(0, 0), (1, 0), (2, 0), (3, 0), (0, 5)]
    )
    found = repaired(instance, [[1, 2, 3], [4]])
    assert found.moved == (3,)
    assert found.routes in (((1, 2), (4, 3)), ((1, 2), (3, 4)))


def test_surplus_routes_are_dissolved() -> None:
    instance = kinroute.Instance(
        demands=[3, 1, 3], capacity=4, coordinates=[(0, 0)] * 4, vehicles=2
    )
    found = repaired(instance, [[1], [2], [3]])
    assert found.moved == (2,)
    assert sorted(map(sorted, filter(None, found.routes))) in ([[1, 2], [3]], [[1], [2, 3]])


def test_a_forbidden_arc_is_avoided() -> None:
    inf = math.inf
    instance = kinroute.Instance(
        demands=[1, 1], capacity=2, distances=np.array([[0, 1, 1], [1, 0, inf], [1, 4, 0]])
    )
    found = repaired(instance, [[1, 2]])
    assert kinroute.check(instance, kinroute.Solution(found.routes)).feasible


def test_fixed_stops_and_closed_routes_stay() -> None:
    instance = kinroute.Instance(demands=[4, 4, 4, 1], capacity=8, coordinates=[(0, 0)] * 5)
    found = repaired(instance, [[1, 2], [3]], added=[4], fixed=[2, 0], closed=[1])
    assert found.routes == ((1, 2), (3,), (4,))


@pytest.mark.parametrize("seed", range(60))
def test_repaired_routes_keep_every_limit(seed: int) -> None:
    n = 14
    instance = random_instance(seed, n)
    routes = random_routes(seed, n)
    added = [customer for route in routes[-2:] for customer in route]
    found = repaired(instance, routes[:-2], added=added)
    assert kinroute.check(instance, kinroute.Solution(found.routes)).feasible
    limits = Limits.of(instance)
    for before, after in zip(routes[:-2], found.routes, strict=False):
        kept = [customer for customer in after if customer in before]
        still = [customer for customer in before if customer not in found.moved]
        assert [customer for customer in kept if customer in still] == still
        if limits.excess(sums_of(instance, before)) == 0:
            assert still == before
