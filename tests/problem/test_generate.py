import math
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.errors import ConfigError
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance

RANGES = {1: (1, 1), 2: (1, 10), 3: (5, 10), 4: (1, 100), 5: (50, 100), 6: (1, 100), 7: (1, 100)}
SIZES = {1: (3, 5), 2: (5, 8), 3: (8, 12), 4: (12, 16), 5: (16, 25), 6: (25, 50)}


def points(instance: Instance) -> Any:
    assert instance.coordinates is not None
    return instance.coordinates


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(1, 300),
    law=st.sampled_from(["XML", "X"]),
    depot=st.integers(1, 3),
    layout=st.integers(1, 3),
    demand=st.integers(1, 7),
    size=st.integers(1, 6),
    seed=st.integers(0, 2**40),
)
def test_the_laws_hold(
    n: int, law: Literal["XML", "X"], depot: int, layout: int, demand: int, size: int, seed: int
) -> None:
    instance = generate(
        n, law=law, depot=depot, layout=layout, demand=demand, route_size=size, seed=seed
    )
    places = points(instance)
    assert len(places) == n + 1
    assert len(np.unique(places, axis=0)) == n + 1
    assert places.min() >= 0
    assert places.max() <= 1000
    assert (places == np.round(places)).all()
    if depot > 1:
        assert places[0].tolist() == ([500, 500] if depot == 2 else [0, 0])
    low, high = RANGES[demand]
    demands = instance.demands
    assert demands.min() >= low
    assert demands.max() <= high
    if demand == 6:
        left, bottom = places[1:, 0] < 500, places[1:, 1] < 500
        assert ((demands > 50) == (left == bottom)).all()
    low_size, high_size = SIZES[size]
    if (demands == 1).all():
        assert low_size <= instance.capacity <= high_size
    else:
        total, top = int(demands.sum()), int(demands.max())
        least, most = (max(top, math.ceil(r * total / n)) for r in (low_size, high_size))
        assert least <= instance.capacity <= most


def test_the_same_seed_gives_the_same_instance_also_in_threads() -> None:
    def made(seed: int) -> tuple[str, float, list[float], list[list[float]]]:
        one = generate(50, seed=seed)
        return one.name, one.capacity, one.demands.tolist(), points(one).tolist()

    alone = [made(seed) for seed in range(12)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(made, range(12))) == alone
    assert len({str(one) for one in alone}) == 12


def test_an_instance_is_the_one_it_always_was() -> None:
    instance = generate(5, seed=7, depot=1, layout=2, demand=4, route_size=2)
    assert instance.name == "KML5_1242_s7"
    assert points(instance).tolist() == [
        [371, 722],
        [550, 581],
        [826, 835],
        [849, 522],
        [610, 221],
        [523, 305],
    ]
    assert instance.demands.tolist() == [80, 94, 84, 90, 99]
    assert instance.capacity == 477


def test_what_is_not_given_is_drawn_as_if_it_had_been() -> None:
    drawn = generate(40, seed=3)
    a, b, c, d = map(int, drawn.name.split("_")[1])
    given = generate(40, seed=3, depot=a, layout=b, demand=c, route_size=d)
    assert points(given).tolist() == points(drawn).tolist()
    assert given.demands.tolist() == drawn.demands.tolist()
    assert given.capacity == drawn.capacity


def test_another_demand_law_leaves_the_points_in_place() -> None:
    one, other = (generate(40, seed=3, demand=demand, layout=2) for demand in (2, 7))
    assert points(one).tolist() == points(other).tolist()


def test_names_stand_for_numbers() -> None:
    by_name = generate(30, depot="corner", layout="clustered", demand="quadrant", route_size=1)
    by_number = generate(30, depot=3, layout=2, demand=6, route_size=1)
    assert by_name.name == by_number.name == "KML30_3261_s0"
    assert points(by_name).tolist() == points(by_number).tolist()


def test_clustered_customers_are_closer_together_than_random_ones() -> None:
    def mean_nearest(layout: str) -> float:
        places = points(generate(300, layout=layout, seed=2))[1:]
        gaps = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
        np.fill_diagonal(gaps, np.inf)
        return float(gaps.min(axis=1).mean())

    assert mean_nearest("clustered") < 0.8 * mean_nearest("random")


def test_mostly_small_demands_have_about_one_and_a_half_large_ones_per_route() -> None:
    demands = generate(400, demand=7, route_size=(10, 10)).demands
    assert int((demands >= 50).sum()) == 59  # 1.5 * 400 / 10, less one
    assert demands[demands < 50].max() <= 10


def test_the_x_law_draws_route_sizes_from_a_triangle() -> None:
    sizes = [generate(60, law="X", demand=1, layout=1, seed=s).capacity for s in range(200)]
    assert min(sizes) >= 3
    assert max(sizes) <= 25
    assert 10 < np.mean(sizes) < 12  # (3 + 6 + 25) / 3 = 11.3, less the half that floor takes


def test_names_never_clash_with_published_ones() -> None:
    assert generate(200, law="X", seed=4).name.startswith("KX-n201-k")
    assert generate(20, route_size=(4, 6)).name.startswith("KML20_")
    assert generate(20, name="mine").name == "mine"


def test_thirty_thousand_clustered_customers_take_seconds() -> None:
    start = time.process_time()
    instance = generate(30_000, layout=2, seed=1)
    assert time.process_time() - start < 5
    assert len(np.unique(points(instance), axis=0)) == 30_001


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ({"n": 0}, ["n = 0", "from 1"]),
        ({"n": 2.5}, ["n = 2.5", "whole"]),
        ({"n": 10**7}, ["10000000"]),
        ({"law": "Y"}, ["'Y'", "XML"]),
        ({"depot": 4}, ["depot = 4", "from 1 to 3"]),
        ({"layout": "round"}, ["'round'", "clustered"]),
        ({"demand": 8}, ["demand = 8"]),
        ({"route_size": 7}, ["route_size = 7"]),
        ({"route_size": (5, 3)}, ["(5, 3)", "lo <= hi"]),
        ({"seed": -1}, ["seed = -1", "0 or more"]),
    ],
)
def test_settings_out_of_range_are_refused(arguments: dict[str, Any], parts: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        generate(**arguments)
    assert all(part in str(caught.value) for part in parts), caught.value
