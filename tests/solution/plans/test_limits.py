import math

import numpy as np
import pytest

import kinroute
from kinroute.solution.plans.limits import Limits, sums_of
from tests.solution.plans.made_up import random_instance, random_routes


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_the_checker(seed: int) -> None:
    instance, routes = random_instance(seed, 9), random_routes(seed, 9)
    verdict = kinroute.check(instance, kinroute.Solution(routes))
    sums = [sums_of(instance, route) for route in routes]
    assert [part.load for part in sums] == list(verdict.loads)
    assert [part.distance for part in sums] == pytest.approx(verdict.distances)
    assert [part.duration for part in sums] == pytest.approx(verdict.durations)
    limits = Limits.of(instance)
    is_within = all(limits.excess(part) == 0 for part in sums)
    assert is_within == verdict.feasible


def test_a_forbidden_arc_is_an_excess_but_no_length() -> None:
    inf = math.inf
    instance = kinroute.Instance(
        demands=[1, 1], capacity=2, distances=np.array([[0, 1, 1], [1, 0, inf], [1, 4, 0]])
    )
    assert sums_of(instance, [1, 2]).distance == 2
    assert Limits.of(instance).excess(sums_of(instance, [1, 2])) == 1
    assert Limits.of(instance).excess(sums_of(instance, [2, 1])) == 0
