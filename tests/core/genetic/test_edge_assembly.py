from collections import Counter
from itertools import chain, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kinroute
from kinroute import AfterIterations, _core
from kinroute.errors import ConfigError
from kinroute.search.config import PAPER
from tests.core.problems import (
    Routes,
    everyone,
    is_partition,
    line,
    neighbours,
    problems,
    routed,
    testing,
)

SEEDS = st.integers(0, 2**40)
FREE = (0, 0)
"""Penalties where only the length counts."""


def assembled(
    first: Routes, second: Routes, seed: int, related: _core.Neighbours | None = None
) -> Routes:
    n = sum(map(len, first))
    problem = line(list(range(1, n + 1)), fleet=n).core
    return testing.edge_assembly(problem, related or everyone(n), first, second, seed)


def nobody(n: int) -> _core.Neighbours:
    """Lists without an entry."""
    return neighbours([[0]] * n)


def edges(routes: Routes) -> Counter[frozenset[int]]:
    """Of all routes, without direction; a route of one customer has its edge twice."""
    return Counter(frozenset(pair) for route in routes for pair in pairwise([0, *route, 0]))


@st.composite
def solutions(draw: st.DrawFn) -> tuple[Routes, Routes]:
    n = draw(st.integers(2, 14))

    def routes() -> Routes:
        tour = draw(st.permutations(range(1, n + 1)))
        cuts = sorted(draw(st.sets(st.integers(1, n - 1), max_size=5)))
        return [tour[i:j] for i, j in pairwise([0, *cuts, n])]

    return routes(), routes()


@given(parents=solutions(), seed=SEEDS)
@settings(max_examples=500, deadline=None)
def test_a_child_visits_every_customer_once(parents: tuple[Routes, Routes], seed: int) -> None:
    child = assembled(*parents, seed)
    if child:
        assert sorted(chain(*child)) == sorted(chain(*parents[0]))


@given(parents=solutions(), seed=SEEDS)
@settings(max_examples=500, deadline=None)
def test_every_edge_comes_from_a_parent_where_no_tour_is_joined(
    parents: tuple[Routes, Routes], seed: int
) -> None:
    first, second = parents
    child = assembled(first, second, seed, nobody(sum(map(len, first))))
    strange = edges(child) - (edges(first) | edges(second))
    # A tour without the depot that is related to nobody becomes a route of its own.
    assert all(0 in edge for edge in strange)


@given(parents=solutions(), seed=SEEDS)
@settings(max_examples=200, deadline=None)
def test_parents_alike_have_no_child(parents: tuple[Routes, Routes], seed: int) -> None:
    first, _ = parents
    turned = [route[::-1] for route in reversed(first)]
    assert assembled(first, turned, seed) == []


@given(data=st.data(), seed=SEEDS)
@settings(max_examples=300, deadline=None)
def test_where_the_direction_matters_every_route_is_driven_the_shorter_way(
    data: st.DataObject, seed: int
) -> None:
    problem = data.draw(problems(symmetric=False))
    first, second = ([r for r in data.draw(routed(problem)) if r] for _ in range(2))
    related = everyone(problem.customers)
    child = testing.edge_assembly(problem.core, related, first, second, seed)
    assert not child or is_partition(child, problem)
    for route in child:
        assert problem.cost([route], FREE) <= problem.cost([route[::-1]], FREE)


def test_the_only_cycle_turns_the_first_parent_into_the_second() -> None:
    # One closed trail alternates between the parents: 1-2, 2-4, 4-3, 3-1.
    first, second = [[1, 2], [3, 4]], [[1, 3], [2, 4]]
    assert all(edges(assembled(first, second, seed)) == edges(second) for seed in range(20))


def test_a_route_more_or_less_is_passed_on() -> None:
    first, second = [[1, 2, 3, 4]], [[1, 2], [3, 4]]
    for a, b in ((first, second), (second, first)):
        assert all(edges(assembled(a, b, seed)) == edges(b) for seed in range(20))


def test_cycles_change_alone_or_with_those_nearby() -> None:
    # Three places with a cycle each, as in the test of the only cycle; the first two lie together.
    def moved(routes: Routes, by: int) -> Routes:
        return [[customer + by for customer in route] for route in routes]

    first, second = [[1, 2], [3, 4]], [[1, 3], [2, 4]]
    start, goal = ([route for by in (0, 4, 8) for route in moved(p, by)] for p in (first, second))
    near = {1: 2, 2: 1, 3: 3}
    related = neighbours(
        [[(near[1 + k // 4] - 1) * 4 + 1 + j for j in range(4)] for k in range(12)]
    )
    seen = set()
    for seed in range(200):
        child = edges(assembled(start, goal, seed, related))
        seen.add(frozenset(1 + by // 4 for by in (0, 4, 8) if not edges(moved(second, by)) - child))
    assert seen == {frozenset(s) for s in ([1], [2], [3], [1, 2])}


def test_a_search_with_assembly_and_merges_repeats_itself() -> None:
    instance = kinroute.generate(60, seed=7)
    config = PAPER.updated(
        {"breeding": {"edge_assembly_share": 0.5}, "restarts": {"after": 50, "merge_every": 3}}
    )
    results = [
        kinroute.solve(instance, config=config, stop=AfterIterations(800), threads=threads)
        for threads in (1, 1, 2, 2)
    ]
    assert results[0].restarts > 3
    assert results[0].routes == results[1].routes
    assert results[2].routes == results[3].routes
    assert all(result.feasible for result in results)


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(ConfigError, match="edge_assembly_share = "):
        PAPER.updated({"breeding": {"edge_assembly_share": share}})


@pytest.mark.parametrize("customers", [1, 2, 3])
def test_a_search_goes_on_where_edge_assembly_has_made_all_there_is(customers: int) -> None:
    config = PAPER.updated({"breeding": {"edge_assembly_share": 1.0}})
    result = kinroute.solve(
        kinroute.generate(customers, seed=1), config=config, stop=AfterIterations(500)
    )
    assert result.iterations == 500
    assert result.feasible
