"""The exact dynamic program, against brute force that the checker judges."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from kinroute import Solution, check
from tests.search.dynamic_program import Routes, optimum
from tests.search.tiny import tiny, unrefused


def partitions(customers: tuple[int, ...]) -> Iterator[Routes]:
    """All solutions; every one in the order of its routes' appearance in a giant tour."""
    if not customers:
        yield ()
        return
    first, *rest = customers
    for solution in partitions(tuple(rest)):
        yield ((first,), *solution)
        for k, route in enumerate(solution):
            for place in range(len(route) + 1):
                longer = (*route[:place], first, *route[place:])
                yield (*solution[:k], longer, *solution[k + 1 :])


def test_short_routes_are_those_among_all_routes() -> None:
    # With a capacity of three units, an instance has routes of three stops without saying so.
    for seed in range(30):
        fields = tiny(seed) | {"demands": np.ones(len(tiny(seed)["demands"])), "capacity": 3.0}
        fields.pop("max_stops", None)
        said = optimum(unrefused(fields | {"max_stops": 3}))
        implied = optimum(unrefused(fields))
        assert (said is None) == (implied is None)
        assert said is None or implied is None or said.cost == pytest.approx(implied.cost)


@pytest.mark.parametrize("seed", range(200))
def test_the_dynamic_program_matches_brute_force_by_the_checker(seed: int) -> None:
    instance = unrefused(tiny(seed, largest=4 if seed % 10 else 5))
    checks = [
        check(instance, Solution(routes))
        for routes in partitions(tuple(range(1, instance.customers + 1)))
    ]
    costs = [one.cost for one in checks if one.feasible]
    best = optimum(instance)
    assert (best is None) == (not costs)
    if best is not None:
        assert best.cost == pytest.approx(min(costs), rel=1e-12, abs=1e-300)
        own = check(instance, Solution(best.routes, best.cost))
        assert own.feasible
        assert own.cost == pytest.approx(best.cost, rel=1e-12, abs=1e-300)


def test_there_are_as_many_solutions_as_there_should_be() -> None:
    # Sets of non-empty lists over n elements: 1, 3, 13, 73, 501.
    counts = [len(set(partitions(tuple(range(1, n + 1))))) for n in range(1, 6)]
    assert counts == [1, 3, 13, 73, 501]


def test_tiny_instances_are_of_every_kind() -> None:
    drawn = [tiny(seed) for seed in range(1000)]
    for name in (
        *("durations", "speed", "service", "max_duration", "max_distance", "max_stops"),
        *("distance_cost", "duration_cost", "fixed_cost", "vehicles", "distances"),
    ):
        assert 100 < sum(name in fields for fields in drawn) < 900, name
    instances = [unrefused(fields) for fields in drawn]
    assert sum(one.open_routes for one in instances) > 100
    assert sum(one.has_forbidden_arcs for one in instances) > 100
    assert sum(not one.is_symmetric for one in instances) > 100
    assert sum(bool(np.any(one.demands % 1)) for one in instances) > 300
    infeasible = sum(optimum(one) is None for one in instances)
    assert 100 < infeasible < 400


def test_limits_of_tiny_instances_bind() -> None:
    """Without any one kind of limit, many optima are cheaper."""
    counts = dict.fromkeys(("max_duration", "max_distance", "max_stops", "vehicles"), 0)
    for seed in range(1000):
        fields = tiny(seed)
        best = optimum(unrefused(fields))
        for name in counts.keys() & fields.keys():
            free = optimum(unrefused({key: fields[key] for key in fields.keys() - {name}}))
            if free is not None:
                counts[name] += best is None or free.cost < best.cost * (1 - 1e-9)
    assert min(counts.values()) >= 40, counts
