"""All moves of the list: `moves.h` and the files it includes."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.moves.oracle import PLACES, moved, packed, place_of
from tests.core.problems import (
    DURATION_UNIT,
    KINDS,
    PENALTIES,
    Routes,
    Tiny,
    line,
    problems,
    routed,
    testing,
)

MOVES = testing.move_names()


def test_every_move_of_the_list_has_an_oracle() -> None:
    assert sorted(PLACES) == sorted(MOVES)
    assert len(set(MOVES)) == len(MOVES)


@st.composite
def situations(draw: st.DrawFn, kind: str) -> tuple[Tiny, Routes, tuple[int, int]]:
    """A problem, routes and penalties."""
    problem = draw(problems(**KINDS[kind]))
    return problem, packed(draw(routed(problem))), draw(PENALTIES)


def targets(problem: Tiny, u: int) -> list[int]:
    """What a move may go to: the other customers, and −r for the depot that starts route r."""
    return [
        *(v for v in range(1, problem.customers + 1) if v != u),
        *(-r for r in range(1, problem.fleet + 1)),
    ]


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_every_move_prices_its_improvements_exactly(kind: str, data: st.DataObject) -> None:
    problem, routes, penalties = data.draw(situations(kind))
    core, cost = problem.core, problem.cost(routes, penalties)
    all_routes = routes + [[]] * (problem.fleet - len(routes))
    u = data.draw(st.integers(1, problem.customers))
    for v, name in product(targets(problem, u), MOVES):
        price, before, after, result = testing.try_move(core, routes, name, u, v, penalties)
        assert before == cost
        assert after == before + min(price, 0)
        if price < 0:
            assert after == problem.cost(result, penalties)
            assert result == moved(name, all_routes, u, v)
            assert place_of(routes, u, v) in PLACES[name]
        else:
            assert result == all_routes


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_no_move_between_separate_visits_misses_an_improvement(
    kind: str, data: st.DataObject
) -> None:
    """Moves may pass over neighbouring visits; otherwise a gain is a negative price."""
    problem, routes, penalties = data.draw(situations(kind))
    core, cost = problem.core, problem.cost(routes, penalties)
    all_routes = routes + [[]] * (problem.fleet - len(routes))
    u = data.draw(st.integers(1, problem.customers))
    apart = [v for v in targets(problem, u) if are_apart(routes, u, v)]
    for v, name in product(apart, MOVES):
        wanted = moved(name, all_routes, u, v) if place_of(routes, u, v) in PLACES[name] else None
        if wanted is not None:
            gain = problem.cost(wanted, penalties) - cost
            price, *_ = testing.try_move(core, routes, name, u, v, penalties)
            assert min(price, 0) == min(gain, 0), (name, u, v)


def are_apart(routes: Routes, u: int, v: int) -> bool:
    """Whether at least two customers lie between the visits, or they are on different routes."""
    for r, route in enumerate(routes, 1):
        if u in route and (v in route or v == -r):
            return abs(route.index(u) - (route.index(v) if v > 0 else -1)) > 2
    return True


def random_problem(random: Random) -> Tiny:
    n = 6
    return Tiny(
        distances=[
            [0 if i == j else random.randint(1, 50) for j in range(n + 1)] for i in range(7)
        ],
        demands=[0, *(random.randint(0, 10) for _ in range(n))],
        capacity=20,
        service=[0] * (n + 1),
    )


def improving_places(name: str, tries: int) -> set[str]:
    """Where a move was found to improve."""
    random, found = Random(name), set()
    for _ in range(tries):
        problem = random_problem(random)
        order = random.sample(range(1, 7), 6)
        cut = random.randint(1, 6)
        routes = packed([order[:cut], order[cut:]])
        u = random.randint(1, 6)
        v = random.choice(targets(problem, u))
        price, *_ = testing.try_move(problem.core, routes, name, u, v, (20, DURATION_UNIT))
        if price < 0:
            found.add(place_of(routes, u, v))
    return found


@pytest.mark.parametrize("name", MOVES)
def test_every_move_improves_in_each_place_of_its_scope_and_nowhere_else(name: str) -> None:
    assert improving_places(name, tries=2000) == PLACES[name]


def test_relocating_to_an_empty_route_pays_when_the_load_is_too_much() -> None:
    # 0-1-2-0 on a line at 3 and 4 is 8 long; demand 2 over capacity 1 at 10 per unit: 18.
    # One customer each: 6 + 8 = 14, so the price is -4.
    problem = line([3, 4], capacity=1)
    price, before, after, routes = testing.try_move(
        problem.core, [[1, 2]], "relocate", 1, -2, (10, DURATION_UNIT)
    )
    assert (price, before, after) == (-4, 18, 14)
    assert routes == [[2], [1], [], []]


def test_two_opt_counts_what_turning_around_costs_on_one_way_streets() -> None:
    # Every leg is 10 but 1->3 and 2->4 (1 each), and 3->2, which the turned part drives (3).
    # Before 0-1-2-3-4-0: 50. After 0-1-3-2-4-0: 10 + 1 + 3 + 1 + 10 = 25.
    distances = [[0 if i == j else 10 for j in range(5)] for i in range(5)]
    distances[1][3], distances[2][4], distances[3][2] = 1, 1, 3
    problem = Tiny(distances=distances, demands=[0, 1, 1, 1, 1], capacity=9, service=[0] * 5)
    price, before, after, routes = testing.try_move(
        problem.core, [[1, 2, 3, 4]], "two_opt", 1, 3, (1, DURATION_UNIT)
    )
    assert (price, before, after, routes[0]) == (-25, 50, 25, [1, 3, 2, 4])


def test_an_unknown_move_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown move leap"):
        testing.try_move(line([1, 2]).core, [[1, 2]], "leap", 1, 2, (1, 1))
