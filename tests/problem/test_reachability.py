import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.problem.instance import Instance
from kinroute.problem.reachability import _least, out_of_reach


def matrix_instance(matrix: list[list[float]], **changes: float) -> Instance:
    instance = Instance(demands=[1] * (len(matrix) - 1), capacity=9, distances=matrix)
    for field, value in changes.items():
        object.__setattr__(instance, field, value)  # past the check that uses out_of_reach
    return instance


def test_everyone_is_in_reach_without_a_limit() -> None:
    assert out_of_reach(matrix_instance([[0, 5], [5, 0]])) is None


def test_the_direct_trip_decides_where_there_is_no_shortcut() -> None:
    # 5 out and 6 back is 11.
    assert out_of_reach(matrix_instance([[0, 5], [6, 0]], max_duration=10.0)) == (1, 11.0)
    assert out_of_reach(matrix_instance([[0, 5], [6, 0]], max_duration=11.0)) is None


def test_shortcuts_over_other_customers_count_with_their_service() -> None:
    matrix: list[list[float]] = [[0, 1, 9], [1, 0, 1], [9, 1, 0]]  # customer 2 over 1: 2 each way
    assert out_of_reach(matrix_instance(matrix, max_duration=4.0)) is None
    late = Instance(demands=[1, 1], capacity=9, distances=matrix, service=[3, 0])
    object.__setattr__(late, "max_duration", 9.0)
    # Over customer 1 is 1 + 3 + 1 = 5 each way; as a relaxation both ways may use it: 10.
    assert out_of_reach(late) == (2, 10.0)


def test_rounding_down_makes_shortcuts_too() -> None:
    # 2.4 rounds to 2 and 4.8 to 5: customer 2 is 4 away over customer 1.
    line = Instance(
        demands=[1, 1], capacity=9, coordinates=[(0, 0), (2.4, 0), (4.8, 0)], rounding="nearest"
    )
    object.__setattr__(line, "max_duration", 9.0)
    assert out_of_reach(line) is None
    object.__setattr__(line, "max_duration", 7.0)
    assert out_of_reach(line) == (2, 8.0)


@given(n=st.integers(1, 8), data=st.data())
@settings(max_examples=60, deadline=None)
def test_least_times_are_those_of_scipy(n: int, data: st.DataObject) -> None:
    from scipy.sparse.csgraph import csgraph_from_dense, dijkstra

    entry = st.integers(0, 9)
    row = st.lists(entry, min_size=n + 1, max_size=n + 1)
    matrix = np.array(data.draw(st.lists(row, min_size=n + 1, max_size=n + 1)), float)
    service = np.array(data.draw(st.lists(entry, min_size=n, max_size=n)), float)
    instance = Instance(demands=[1] * n, capacity=n, distances=matrix, service=service)
    # Leaving a customer takes its service first; the depot has none.
    for forwards, legs in ((True, matrix), (False, matrix.T)):
        weights = legs + np.concatenate(([0.0], service))[:, None]
        np.fill_diagonal(weights, math.inf)
        graph = csgraph_from_dense(weights, null_value=math.inf)
        wanted: Any = dijkstra(graph, indices=[0])[0]
        np.testing.assert_allclose(_least(instance, "duration", forwards=forwards), wanted)


@pytest.mark.parametrize("rounding", ["nearest", "up", "none"])
@pytest.mark.parametrize("metric", ["euclidean", "geo", "great_circle"])
def test_legs_are_those_of_the_instance(metric: str, rounding: str) -> None:
    points = np.random.default_rng(1).uniform(0, 60, (7, 2))
    instance = Instance(
        demands=[1] * 6,
        capacity=6,
        coordinates=points,
        metric=metric,  # type: ignore[arg-type]
        rounding=rounding,  # type: ignore[arg-type]
    )
    matrix = [[instance.distance(i, j) for j in range(7)] for i in range(7)]
    least = _least(instance, "duration", forwards=True)
    same = Instance(demands=[1] * 6, capacity=6, distances=matrix)
    by_matrix = _least(same, "duration", forwards=True)
    np.testing.assert_allclose(least, by_matrix)
