from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.problems import DURATION_UNIT, PENALTIES, Routes, Tiny, line, problems, testing


def cuts(tour: list[int], most_routes: int) -> list[Routes]:
    """All ways to cut a tour into at most so many routes."""
    if not tour:
        return [[]]
    if most_routes == 0:
        return []
    return [
        [tour[:k], *rest]
        for k in range(1, len(tour) + 1)
        for rest in cuts(tour[k:], most_routes - 1)
    ]


def is_looked_at(problem: Tiny, route: list[int]) -> bool:
    """Whether the cut with a duration limit looks at such a route.

    Up to 1.5 × the capacity, and up to 1.5 × every other limit before its last customer.
    """
    load = sum(problem.demands[i] for i in route)
    before = problem.limited([0, *route[:-1]])
    is_light = load <= problem.capacity + problem.capacity // 2
    return len(route) == 1 or (
        is_light and all(value <= most + most // 2 for value, most in before)
    )


def least_cost(problem: Tiny, tour: list[int], most_routes: int, penalties: tuple[int, int]) -> int:
    every = cuts(tour, most_routes)
    if problem.limited([0]):
        every = [cut for cut in every if all(is_looked_at(problem, r) for r in cut)] or every
    return min(problem.cost(cut, penalties) for cut in every)


def fewest_routes(problem: Tiny) -> int:
    return -(-sum(problem.demands) // problem.capacity)


def with_fleet(problem: Tiny, fleet: int) -> Tiny:
    return Tiny(**{**vars(problem), "fleet": fleet})


@given(problem=problems(most=8), penalties=PENALTIES, data=st.data())
@settings(max_examples=400, deadline=None)
def test_split_matches_brute_force_on_eight_customers(
    problem: Tiny, penalties: tuple[int, int], data: st.DataObject
) -> None:
    n = problem.customers
    problem = with_fleet(problem, n)
    tour = data.draw(st.permutations(range(1, n + 1)))
    routes = testing.split(problem.core, tour, n, penalties)
    assert [customer for route in routes for customer in route] == tour
    assert problem.cost(routes, penalties) == least_cost(problem, tour, n, penalties)


@given(problem=problems(most=8), penalties=PENALTIES, data=st.data())
@settings(max_examples=500, deadline=None)
def test_split_within_a_fleet_matches_brute_force(
    problem: Tiny, penalties: tuple[int, int], data: st.DataObject
) -> None:
    n = problem.customers
    problem = with_fleet(problem, n)
    most = data.draw(st.integers(1, n))
    bound = min(max(most, fewest_routes(problem)), n)
    tour = data.draw(st.permutations(range(1, n + 1)))
    routes = testing.split(problem.core, tour, most, penalties)
    assert [customer for route in routes for customer in route] == tour
    assert len(routes) <= bound
    assert problem.cost(routes, penalties) == least_cost(problem, tour, bound, penalties)


@given(problem=problems(most=8), penalties=PENALTIES, data=st.data())
@settings(max_examples=200, deadline=None)
def test_split_never_uses_more_routes_than_the_fleet_has(
    problem: Tiny, penalties: tuple[int, int], data: st.DataObject
) -> None:
    tour = data.draw(st.permutations(range(1, problem.customers + 1)))
    routes = testing.split(problem.core, tour, 100, penalties)
    assert len(routes) <= problem.fleet
    assert [customer for route in routes for customer in route] == tour


def test_split_cuts_where_the_capacity_is_reached() -> None:
    # On a line at 1, 2, 3, 4 with demand 1 and capacity 2: pairs (1, 2) and (3, 4) are 4 and 8
    # long, together 12; every other cut that keeps the capacity is longer, e.g. 1 | 2 3 | 4 is 16.
    problem = line([1, 2, 3, 4], capacity=2)
    assert testing.split(problem.core, [1, 2, 3, 4], 4, (1000, 0)) == [[1, 2], [3, 4]]


def test_split_pays_a_small_penalty_rather_than_drive_twice() -> None:
    # Together 8 long plus 2 of excess at 1 each is 10, less than 4 + 8 for two full routes.
    problem = line([1, 2, 3, 4], capacity=2)
    assert testing.split(problem.core, [1, 2, 3, 4], 4, (1, 0)) == [[1, 2, 3, 4]]


def test_split_with_a_duration_limit_cuts_where_it_is_reached() -> None:
    # 0-1-2-3-0 lasts 6 plus 3 of service; a limit of 7 leaves (1, 2): 4 + 2 and (3): 6 + 1, at
    # 10 of length, or (1) and (2, 3): 2 + 1 and 6 + 2, which is 1 over.
    problem = Tiny(
        distances=line([1, 2, 3]).distances,
        demands=[0, 1, 1, 1],
        capacity=9,
        service=[0, 1, 1, 1],
        max_duration=7,
    )
    dear = (1000, 1000 * DURATION_UNIT)
    assert testing.split(problem.core, [1, 2, 3], 3, dear) == [[1, 2], [3]]
