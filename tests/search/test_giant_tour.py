import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import AfterIterations, Instance, Solution, generate, solve
from kinroute.errors import InputError
from kinroute.search.giant_tour import giant_tour

# The depot is in the middle; one customer in each direction, and a second one in the east.
CROSS = Instance(
    coordinates=[(0, 0), (0, 9), (9, 0), (0, -9), (-9, 1), (8, 1)], demands=[1] * 5, capacity=2
)


def test_routes_are_joined_by_the_angle_of_their_barycentres() -> None:
    # South −90°, east 2° (the mean of 2 and 5), north 90°, west 174°.
    tour = giant_tour(CROSS, Solution([[1], [4], [5, 2], [3]]))
    assert tour == (3, 5, 2, 1, 4)


@given(st.integers(2, 40), st.integers(0, 99), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_the_order_of_the_routes_in_a_file_does_not_matter(
    n: int, seed: int, random: object
) -> None:
    instance = generate(n, seed=seed)
    customers = list(range(1, n + 1))
    random.shuffle(customers)  # type: ignore[attr-defined]
    routes = [customers[k : k + 4] for k in range(0, n, 4)]
    tour = giant_tour(instance, Solution(routes))
    assert giant_tour(instance, Solution(routes[::-1])) == tour
    places = instance.positions()
    ends = [tour.index(route[0]) for route in routes]
    for start, route in zip(ends, routes, strict=True):
        assert list(tour[start : start + len(route)]) == route
    offsets = [places[route].mean(axis=0) - places[0] for route in routes]
    angles = [math.atan2(y, x) for _, (x, y) in sorted(zip(ends, offsets, strict=True))]
    assert all(one <= two + 1e-9 for one, two in pairwise(angles))


def test_what_a_search_returns_is_in_that_order_already() -> None:
    instance = generate(60, seed=2)
    solution = solve(instance, method="D-O", stop=AfterIterations(50), seed=1).solution
    assert sorted(giant_tour(instance, solution)) == list(range(1, 61))


def test_a_solution_with_more_routes_than_vehicles_has_one_as_well() -> None:
    few = Instance(coordinates=CROSS.coordinates, demands=[1] * 5, capacity=5, vehicles=1)
    assert giant_tour(few, Solution([[1], [4], [5, 2], [3]])) == (3, 5, 2, 1, 4)


@pytest.mark.parametrize("routes", [[[1, 2]], [[1, 2, 3, 4, 5, 5]], [[1, 2, 3, 4, 9]]])
def test_every_customer_must_be_visited_once(routes: list[list[int]]) -> None:
    with pytest.raises(InputError, match="visits every customer once"):
        giant_tour(CROSS, Solution(routes))
