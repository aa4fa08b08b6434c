import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import Instance
from kinroute.problem.geometry import Metric
from kinroute.relatedness.nearest import distance_rows, nearest, tie_ranks


def on_a_grid(points: list[tuple[int, int]], demands: list[int], metric: Metric) -> Instance:
    return Instance(
        demands=demands, capacity=99, coordinates=[(2, 2), *points], metric=metric, rounding="none"
    )


def relabelled(order: list[int], items: list[Any]) -> list[Any]:
    """Item k of the result is the item of customer order[k] (from 0)."""
    return [items[k] for k in order]


POINTS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=24, unique=True
)


@given(points=POINTS, k=st.integers(1, 12), metric=st.sampled_from(["euclidean", "great_circle"]))
@settings(max_examples=150, deadline=None)
def test_neighbours_are_the_nearest_by_brute_force(
    points: list[tuple[int, int]], k: int, metric: Metric
) -> None:
    instance = on_a_grid(points, [1] * len(points), metric)
    ids, lengths = nearest(instance, k)
    n = len(points)
    assert ids.shape == lengths.shape == (n, min(k, n - 1))
    for i, row in enumerate(ids.tolist(), 1):
        assert i not in row
        assert len(set(row)) == len(row)
        found = [instance.distance(i, j) for j in row]
        every = sorted(instance.distance(i, j) for j in range(1, n + 1) if j != i)
        assert found == pytest.approx(every[: len(row)])


@given(
    points=POINTS,
    k=st.integers(1, 12),
    data=st.data(),
    metric=st.sampled_from(["euclidean", "geo", "great_circle"]),
)
@settings(max_examples=200, deadline=None)
def test_relabelling_customers_relabels_the_neighbours(
    points: list[tuple[int, int]], k: int, data: st.DataObject, metric: Metric
) -> None:
    n = len(points)
    demands = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    order = data.draw(st.permutations(range(n)))
    ids, _ = nearest(on_a_grid(points, demands, metric), k)
    again, _ = nearest(on_a_grid(relabelled(order, points), relabelled(order, demands), metric), k)
    # Customer c is called order.index(c) now.
    translated = [[order[j - 1] + 1 for j in row] for row in again.tolist()]
    assert translated == relabelled(order, ids.tolist())


@given(data=st.data(), n=st.integers(2, 12), k=st.integers(1, 6))
@settings(max_examples=150, deadline=None)
def test_relabelling_relabels_the_neighbours_in_a_matrix_too(
    data: st.DataObject, n: int, k: int
) -> None:
    # Ties are told apart by the way to the depot, which is different for every customer here.
    cells = st.lists(st.integers(1, 3), min_size=n + 1, max_size=n + 1)
    distances = np.array(data.draw(st.lists(cells, min_size=n + 1, max_size=n + 1)))
    distances[0] = range(10, 11 + n)
    order = data.draw(st.permutations(range(n)))
    nodes = [0, *(c + 1 for c in order)]
    ids, _ = nearest(Instance(demands=[1] * n, capacity=n, distances=distances), k)
    turned = distances[np.ix_(nodes, nodes)]
    again, _ = nearest(Instance(demands=[1] * n, capacity=n, distances=turned), k)
    translated = [[order[j - 1] + 1 for j in row] for row in again.tolist()]
    assert translated == relabelled(order, ids.tolist())


def test_ties_wider_than_the_first_look_are_seen_whole() -> None:
    # Ten customers on each of four places around the first: all 40 are equally near, and the
    # order is by place.
    ring = [(9, 0), (0, 9), (-9, 0), (0, -9)]
    points = [(0, 0), (0, 0), *(ring * 10)]
    ids, lengths = nearest(Instance(demands=[1] * 41, capacity=50, coordinates=points), 3)
    assert lengths[0].tolist() == [9, 9, 9]
    # The smallest x is -9: customers 4, 8, 12 ... stand there.
    assert all(points[j] == (-9, 0) for j in ids[0])


def test_a_single_customer_has_no_neighbours() -> None:
    ids, lengths = nearest(Instance(demands=[1], capacity=1, coordinates=[(0, 0), (1, 1)]), 5)
    assert ids.shape == lengths.shape == (1, 0)


def test_an_asymmetric_matrix_is_read_along_its_rows() -> None:
    # From customer 1 it is 5 to customer 2 and 4 to customer 3; the other way 1 and 9.
    distances = [[0, 1, 1, 1], [1, 0, 5, 4], [1, 1, 0, 7], [1, 9, 7, 0]]
    ids, lengths = nearest(Instance(demands=[1] * 3, capacity=3, distances=distances), 2)
    assert ids.tolist() == [[3, 2], [1, 3], [2, 1]]
    assert lengths.tolist() == [[4, 5], [1, 7], [7, 9]]


def test_ranks_follow_place_then_demand_then_service() -> None:
    instance = Instance(
        demands=[2, 1, 1, 1],
        capacity=5,
        coordinates=[(0, 0), (1, 1), (1, 1), (1, 1), (0, 5)],
        service=[0, 7, 3, 0],
    )
    assert tie_ranks(instance).tolist() == [3, 2, 1, 0]


def test_rows_order_everyone_by_distance() -> None:
    line = Instance(demands=[1] * 3, capacity=3, coordinates=[(0, 0), (1, 0), (4, 0), (6, 0)])
    assert distance_rows(line)(1).tolist() == [3, 0, 2]


@given(
    places=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=40),
    k=st.integers(1, 6),
)
@settings(max_examples=150, deadline=None)
def test_many_customers_at_one_place_are_ordered_by_rank(
    places: list[tuple[int, int]], k: int
) -> None:
    # Ties by rank make the lists unique, so they are those of sorting everything.
    instance = on_a_grid(places, [i % 3 for i in range(len(places))], "euclidean")
    ids, lengths = nearest(instance, k)
    ranks = tie_ranks(instance)
    for i in range(1, len(places) + 1):
        others = [j for j in range(1, len(places) + 1) if j != i]
        others.sort(key=lambda j: (instance.distance(i, j), ranks[j - 1]))
        assert ids[i - 1].tolist() == others[: ids.shape[1]]
        assert lengths[i - 1].tolist() == [instance.distance(i, j) for j in others[: ids.shape[1]]]


def test_thousands_at_one_place_take_no_time() -> None:
    instance = on_a_grid([(2, 2)] * 5000, [1] * 5000, "euclidean")
    began = time.perf_counter()
    ids, _ = nearest(instance, 20)
    assert time.perf_counter() - began < 1
    assert set(ids[100].tolist()) == set(ids[4000].tolist())


def test_customers_are_near_by_cost_where_durations_are_part_of_it() -> None:
    # By distance customer 1 is nearest to 2, by time to 3; the way to 4 is forbidden by its time.
    durations = np.full((5, 5), 9.0)
    durations[1, 3], durations[1, 2] = 1, 5
    durations[1, 4] = np.inf
    instance = Instance(
        demands=np.ones(4),
        capacity=4,
        coordinates=[(0, 0), (1, 0), (2, 0), (4, 0), (1.5, 0)],
        durations=durations,
    )
    assert nearest(instance, 3)[0][0].tolist() == [2, 3, 4]
    timed = instance.with_changes(distance_cost=0, duration_cost=1)
    assert nearest(timed, 3)[0][0].tolist() == [3, 2, 4]
    both = instance.with_changes(distance_cost=3, duration_cost=1)
    ids, costs = nearest(both, 2)
    assert ids[0].tolist() == [2, 3]
    assert costs[0].tolist() == [3 * 1 + 5, 3 * 3 + 1]
    allowed = instance.with_changes(durations=np.full((5, 5), 9.0))
    assert nearest(allowed, 3)[0][0].tolist() == [4, 2, 3]
