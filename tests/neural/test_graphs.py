import numpy as np
import pytest

from kinroute.neural.graphs import joined_pairs, scaled_nodes
from tests.neural.small import some_labels


def test_the_longer_side_becomes_one_and_both_begin_at_zero() -> None:
    points = np.array([[10.0, 5.0], [30.0, 5.0], [20.0, 10.0]])
    nodes = scaled_nodes(points, np.array([1, 3]), 4.0)
    assert nodes.dtype == np.float32
    # 10 … 30 is the longer side, 20 long; the depot carries nothing.
    assert nodes.tolist() == [[0, 0, 0], [1, 0, 0.25], [0.5, 0.25, 0.75]]


def test_neither_place_nor_unit_matters() -> None:
    points = np.random.default_rng(1).random((12, 2))
    demands = np.arange(1, 12)
    ours = scaled_nodes(points, demands, 20.0)
    moved = scaled_nodes(1000 * points - 300, 5 * demands, 100.0)
    np.testing.assert_allclose(ours, moved, atol=1e-6)


def test_each_graph_of_many_is_scaled_by_itself() -> None:
    points = np.random.default_rng(2).random((4, 7, 2)) * [[[1]], [[10]], [[3]], [[1e4]]]
    demands, capacity = np.ones((4, 6)), np.array([2.0, 3.0, 4.0, 5.0])
    together = scaled_nodes(points, demands, capacity)
    for k in range(4):
        np.testing.assert_array_equal(together[k], scaled_nodes(points[k], demands[k], capacity[k]))


def test_nodes_all_in_one_place_stay_finite() -> None:
    nodes = scaled_nodes(np.full((3, 2), 7.0), np.ones(2), 2.0)
    assert nodes[:, :2].tolist() == [[0, 0]] * 3


@pytest.mark.parametrize("customers", [1, 3, 10])
def test_joined_pairs_are_those_of_the_routes(customers: int) -> None:
    labels = some_labels(8, customers)
    slow = np.zeros((8, customers + 1, customers + 1), np.uint8)
    for k in range(8):
        for route in labels.solution(k).routes:
            for a, b in zip((0, *route), (*route, 0), strict=True):
                slow[k, a, b] = slow[k, b, a] = 1
    np.testing.assert_array_equal(joined_pairs(labels.tour, labels.first), slow)
