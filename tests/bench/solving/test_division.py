import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kinroute.bench.solving.division import divided, shared_out


def four_corners() -> tuple[list[tuple[int, ...]], np.ndarray]:
    """Two routes in each of two far corners."""
    places = [(50, 50), *[(x, y) for x in (0, 100) for y in (0, 1, 2, 3)]]
    return [(1, 2), (5, 6), (3, 4), (7, 8)], np.array(places, float)


def test_neighbouring_routes_are_in_one_group() -> None:
    routes, positions = four_corners()
    for seed in range(5):
        groups = divided(routes, positions, 2, np.random.default_rng(seed))
        assert sorted(sorted(map(tuple, group)) for group in groups) == [
            [(1, 2), (3, 4)],
            [(5, 6), (7, 8)],
        ]


@given(
    st.integers(1, 9),
    st.lists(st.integers(1, 8), min_size=1, max_size=30),
    st.integers(0, 5),
)
def test_every_route_is_in_one_group_and_no_group_is_empty(
    groups: int, sizes: list[int], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    ends = np.cumsum(sizes).tolist()
    routes = [tuple(range(end - size + 1, end + 1)) for end, size in zip(ends, sizes, strict=True)]
    found = divided(routes, rng.random((ends[-1] + 1, 2)), groups, rng)
    assert len(found) == min(groups, len(routes))
    assert all(found)
    assert sorted(tuple(route) for group in found for route in group) == sorted(routes)


def test_groups_of_many_routes_have_about_as_many_customers() -> None:
    rng = np.random.default_rng(1)
    routes = [tuple(range(10 * k + 1, 10 * k + 11)) for k in range(90)]
    groups = divided(routes, rng.random((901, 2)), 3, rng)
    assert all(28 <= len(group) <= 32 for group in groups)


def test_spare_vehicles_are_shared_out() -> None:
    groups = [[(1,), (2,)], [(3,)], [(4,)]]
    assert shared_out(9, groups) == [4, 3, 2]
    assert shared_out(4, groups) == [2, 1, 1]
    assert shared_out(None, groups) == [None, None, None]
