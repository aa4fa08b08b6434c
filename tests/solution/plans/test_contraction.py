import math

import numpy as np
import pytest

import kinroute
from kinroute.errors import ConfigError
from kinroute.solution.plans.contraction import contract
from tests.solution.plans.made_up import random_instance, random_routes


def locked_parts(routes: list[list[int]], seed: int) -> tuple[list[tuple[int, ...]], ...]:
    """Chains at the beginning of every third route, and every fifth route as a whole."""
    chains = [tuple(r[: 1 + seed % 3]) for k, r in enumerate(routes) if (k + seed) % 3 == 0]
    closed = [tuple(r) for k, r in enumerate(routes) if (k + seed) % 3 and (k + seed) % 5 == 0]
    return chains, closed


@pytest.mark.parametrize("seed", range(60))
def test_a_contracted_solution_has_the_cost_and_the_verdict_of_the_original(seed: int) -> None:
    instance = random_instance(seed, 13)
    routes = random_routes(seed, 13)
    chains, closed = locked_parts(routes, seed)
    try:
        small = contract(instance, chains=chains, closed=closed)
    except ConfigError:
        problems = [kinroute.check(instance, kinroute.Solution([c])) for c in [*chains, *closed]]
        assert any(fault.startswith("route 1") for p in problems for fault in p.problems)
        return
    original = kinroute.Solution(routes)
    contracted = small.contracted(original)
    assert small.expanded(contracted) == original
    ours, theirs = kinroute.check(instance, original), kinroute.check(small.instance, contracted)
    assert theirs.cost == pytest.approx(ours.cost)
    assert theirs.distances == pytest.approx(ours.distances)
    assert theirs.loads == pytest.approx(ours.loads)
    assert theirs.feasible == ours.feasible


@pytest.mark.parametrize("seed", range(20))
def test_only_solutions_that_keep_the_chains_are_finite(seed: int) -> None:
    instance = random_instance(seed, 8, max_stops=None, max_duration=math.inf, capacity=99)
    small = contract(instance, chains=[(3, 1)], closed=[(5, 2)])
    p, q = (small.members.index(chain) + 1 for chain in ((3, 1), (5, 2)))
    others = [c for c in range(1, len(small.members) + 1) if c not in (p, q)]
    good = kinroute.Solution([[p, *others], [q]])
    assert kinroute.check(small.instance, good).feasible
    for routes in ([[others[0], p, *others[1:]], [q]], [[p], [q, *others]], [[*others, p, q]]):
        verdict = kinroute.check(small.instance, kinroute.Solution(routes))
        assert not verdict.feasible
        assert any("forbidden" in problem for problem in verdict.problems)


def test_the_matrix_of_a_chain() -> None:
    """A line: depot at 0, customers at 1, 2 and 3; 2 then 1 are locked."""
    line = kinroute.Instance(
        demands=[1, 2, 3], capacity=9, coordinates=[(0, 0), (1, 0), (2, 0), (3, 0)]
    )
    small = contract(line, chains=[(2, 1)])
    assert small.members == ((2, 1), (3,))
    inf = math.inf
    np.testing.assert_array_equal(small.instance.distances, [[0, 2 + 1, 3], [1, 0, 2], [3, inf, 0]])
    assert small.instance.demands.tolist() == [3, 3]
    assert small.instance.names == ("2 … 1", "3")


def test_a_chain_counts_its_stops() -> None:
    line = kinroute.Instance(demands=[1] * 4, capacity=9, coordinates=[(0, 0)] * 5, max_stops=3)
    small = contract(line, chains=[(2, 1)])
    assert small.instance.stop_counts is not None
    assert small.instance.stop_counts.tolist() == [2, 1, 1]
    verdict = kinroute.check(small.instance, kinroute.Solution([[1, 2, 3]]))
    assert "route 1 has 4 stops; at most 3 are allowed" in verdict.problems


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"capacity": 4}, "what is locked from customer 3 to customer 2 carries 6, 2 over"),
        ({"max_stops": 2}, "has 3 stops; at most 2"),
        ({"max_distance": 7}, "is as long as 8"),
        ({"vehicles": 1, "capacity": 10}, "2 routes are locked, but there are 1 vehicles"),
    ],
)
def test_what_cannot_stay_is_refused(fields: dict[str, float], message: str) -> None:
    places = [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)]
    values = {"capacity": 9, **fields}
    line = kinroute.Instance(demands=[1, 2, 3, 4], coordinates=places, **values)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=message):
        contract(line, chains=[(3, 1, 2), (4,)])
