import pytest
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

AGAINST_A_DEPOT = (
    "relocate",
    "relocate_pair",
    "relocate_pair_reversed",
    "swap_tails",
    "swap_tails_reversed",
)
MOVES = (*AGAINST_A_DEPOT, "swap", "swap_pair_with_one", "swap_pairs", "two_opt")


def packed(routes: Routes) -> Routes:
    """The routes as the core numbers them: those with customers first."""
    return [route for route in routes if route]


def moved(name: str, routes: Routes, u: int, v: int) -> Routes | None:
    """What a move means, written down once more with lists; None where it does not apply.

    `v` is a customer, or −r for the depot that starts route r.
    """
    routes = [list(route) for route in routes]
    r = next(k for k, route in enumerate(routes) if u in route)
    s = -v - 1 if v < 0 else next(k for k, route in enumerate(routes) if v in route)
    at_u = routes[r].index(u)
    at_v = -1 if v < 0 else routes[s].index(v)
    x = routes[r][at_u + 1] if at_u + 1 < len(routes[r]) else None
    y = routes[s][at_v + 1] if at_v + 1 < len(routes[s]) else None
    if name == "two_opt":
        if r != s or at_u >= at_v:
            return None
        routes[r][at_u + 1 : at_v + 1] = reversed(routes[r][at_u + 1 : at_v + 1])
        return routes
    if name.startswith("swap_tails"):
        if r == s:
            return None
        head_u, tail_u = routes[r][: at_u + 1], routes[r][at_u + 1 :]
        head_v, tail_v = routes[s][: at_v + 1], routes[s][at_v + 1 :]
        if name == "swap_tails":
            routes[r], routes[s] = head_u + tail_v, head_v + tail_u
        else:
            routes[r], routes[s] = head_u + head_v[::-1], tail_u[::-1] + tail_v
        return routes
    part_u = [u] if name in ("relocate", "swap") else [u, x]
    part_v = [v, y] if name == "swap_pairs" else [v]
    if None in part_u or None in part_v or (v > 0 and set(part_u) & set(part_v)):
        return None
    if name.startswith("relocate"):
        routes[r] = [c for c in routes[r] if c not in part_u]
        place = 0 if v < 0 else routes[s].index(v) + 1
        routes[s][place:place] = part_u[::-1] if name.endswith("reversed") else part_u
        return routes
    # Swaps: name the two parts in every route, then write the other one in its place.
    for k in {r, s}:
        route: list[int] = []
        for customer in routes[k]:
            if customer in part_u:
                route += part_v if customer == u else []
            elif customer in part_v:
                route += part_u if customer == v else []
            else:
                route.append(customer)
        routes[k] = route
    return routes


@given(data=st.data())
@settings(max_examples=400, deadline=None)
@pytest.mark.parametrize("name", MOVES)
def test_every_move_prices_its_improvements_exactly(name: str, data: st.DataObject) -> None:
    problem = data.draw(problems())
    routes = packed(data.draw(routed(problem)))
    penalties = data.draw(PENALTIES)
    u = data.draw(st.integers(1, problem.customers))
    others = [v for v in range(1, problem.customers + 1) if v != u]
    depots = [-r for r in range(1, problem.fleet + 1)] if name in AGAINST_A_DEPOT else []
    if not others + depots:
        return
    v = data.draw(st.sampled_from(others + depots))
    price, before, after, result = testing.try_move(problem.core, routes, name, u, v, penalties)
    assert before == problem.cost(routes, penalties)
    assert after == problem.cost(result, penalties)
    assert is_partition(result, problem)
    assert after == before + min(price, 0)
    wanted = moved(name, routes + [[]] * (problem.fleet - len(routes)), u, v)
    if price < 0:
        assert result == wanted
    else:
        assert packed(result) == routes


@given(data=st.data())
@settings(max_examples=300, deadline=None)
@pytest.mark.parametrize("name", MOVES)
def test_no_move_between_separate_customers_misses_an_improvement(
    name: str, data: st.DataObject
) -> None:
    """Moves may pass over neighbouring customers; otherwise a gain is a negative price."""
    problem = data.draw(problems())
    routes = packed(data.draw(routed(problem)))
    penalties = data.draw(PENALTIES)
    u = data.draw(st.integers(1, problem.customers))
    apart = [v for v in range(1, problem.customers + 1) if are_apart(routes, u, v)]
    if not apart:
        return
    v = data.draw(st.sampled_from(apart))
    wanted = moved(name, routes, u, v)
    if wanted is None:
        return
    gain = problem.cost(wanted, penalties) - problem.cost(routes, penalties)
    price, *_ = testing.try_move(problem.core, routes, name, u, v, penalties)
    assert min(price, 0) == min(gain, 0)


def are_apart(routes: Routes, u: int, v: int) -> bool:
    """Whether at least two customers lie between u and v, or they are on different routes."""
    for route in routes:
        if u in route and v in route:
            return abs(route.index(u) - route.index(v)) > 2
    return True


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
