from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kinroute
from kinroute import AfterIterations, Instance, _core
from kinroute.search.core_problem import core_problem

testing = _core.testing


def routes_of(instance: Instance) -> list[list[int]]:
    result = kinroute.solve(instance, method="D-O", stop=AfterIterations(0))
    return [list(route) for route in result.routes]


@settings(deadline=None, max_examples=40)
@given(
    n=st.integers(1, 120),
    seed=st.integers(0, 1000),
    count=st.integers(1, 12),
    cut=st.integers(0, 2**32),
)
def test_every_route_is_in_one_group_and_groups_are_of_equal_size(
    n: int, seed: int, count: int, cut: int
) -> None:
    instance = kinroute.generate(n, seed=seed)
    routes = routes_of(instance)
    groups = testing.neighbouring_routes(core_problem(instance).problem, routes, count, cut)
    assert sorted(r for group in groups for r in group) == list(range(len(routes)))
    assert all(groups)
    assert len(groups) <= count
    if count <= len(routes) // 4:
        assert len(groups) == count
        # Each cut may be off by one route.
        sizes = [sum(len(routes[r]) for r in group) for group in groups]
        assert max(sizes) - min(sizes) <= 4 * max(map(len, routes))


def test_groups_are_neighbours_and_differ_from_cut_to_cut() -> None:
    # Four clusters, two routes in each: a cut into quarters keeps every cluster together.
    corners = [(0, 0), (0, 1000), (1000, 0), (1000, 1000)]
    points = [(500.0, 500.0)]
    for x, y in corners:
        points += [(x + dx, y + dy) for dx in (0, 3) for dy in (0, 3)]
    instance = Instance(coordinates=points, demands=[1] * 16, capacity=2)
    routes = [[k, k + 1] for k in range(1, 17, 2)]
    problem = core_problem(instance).problem
    seen = set()
    for seed in range(30):
        groups = testing.neighbouring_routes(problem, routes, 4, seed)
        assert all(a % 2 == 0 and b == a + 1 for g in groups for a, b in [sorted(g)[:2]])
        halves = testing.neighbouring_routes(problem, routes, 2, seed)
        seen.add(frozenset(frozenset(group) for group in halves))
    assert len(seen) > 1


@pytest.mark.parametrize("source", ["coordinates", "matrix"])
def test_a_part_keeps_demands_and_distances(source: str) -> None:
    whole = kinroute.generate(30, seed=8)
    if source == "matrix":
        rng = np.random.default_rng(1)
        whole = Instance(
            distances=rng.integers(1, 100, (31, 31)), demands=whole.demands, capacity=whole.capacity
        )
    problem = core_problem(whole).problem
    chosen = [7, 3, 30, 12]
    demands, distances = testing.part(problem, chosen, 2)
    full, arcs = testing.part(problem, list(range(1, 31)), 3)
    nodes = [0, *chosen]
    assert demands == [full[i] for i in nodes]
    assert distances == [[arcs[i][j] for j in nodes] for i in nodes]
    scale = core_problem(whole).cost_scale
    for i, j in pairwise(nodes):
        assert arcs[i][j] == pytest.approx(whole.distance(i, j) * scale)
