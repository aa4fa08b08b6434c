"""What every relatedness must keep, whatever it ranks by."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import AfterIterations, Instance, Relatedness, Solution, generate, solve
from kinroute.problem.geometry import Metric
from kinroute.relatedness.named import NAMED

METRICS: tuple[Metric, ...] = ("euclidean", "great_circle")
EACH = pytest.mark.parametrize("name", sorted(NAMED))


def placed(points: list[tuple[int, int]], demands: list[int], metric: Metric) -> Instance:
    return Instance(demands=demands, capacity=99, coordinates=[(2, 2), *points], metric=metric)


@EACH
@given(
    points=st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=20, unique=True
    ),
    k=st.integers(1, 9),
    metric=st.sampled_from(METRICS),
    data=st.data(),
)
@settings(max_examples=40, deadline=None)
def test_relabelling_customers_relabels_the_neighbours(
    name: str, points: list[tuple[int, int]], k: int, metric: Metric, data: st.DataObject
) -> None:
    n = len(points)
    demands = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    order = data.draw(st.permutations(range(n)))
    related = NAMED[name]()
    lists = related.neighbours(placed(points, demands, metric), k).ids.tolist()
    turned = placed([points[c] for c in order], [demands[c] for c in order], metric)
    again = related.neighbours(turned, k).ids.tolist()
    assert [[order[j - 1] + 1 for j in row] for row in again] == [lists[c] for c in order]


@EACH
@given(n=st.integers(1, 40), k=st.integers(0, 50), seed=st.integers(0, 99))
@settings(max_examples=25, deadline=None)
def test_lists_are_full_and_of_others_each_once(name: str, n: int, k: int, seed: int) -> None:
    lists = NAMED[name]().neighbours(generate(n, seed=seed), k)
    assert lists.ids.shape == (n, min(k, n - 1))
    for i, row in enumerate(lists.ids.tolist(), 1):
        assert i not in row
        assert 0 not in row
        assert len(set(row)) == len(row)


@EACH
def test_relabelling_many_customers_relabels_the_neighbours(name: str) -> None:
    instance = generate(400, seed=5, layout=3)
    order = np.random.default_rng(1).permutation(400)
    assert instance.coordinates is not None
    turned = Instance(
        demands=instance.demands[order],
        capacity=instance.capacity,
        coordinates=np.asarray(instance.coordinates)[np.concatenate(([0], order + 1))],
    )
    lists = NAMED[name]().neighbours(instance.with_changes(rounding="none"), 12).ids
    again = NAMED[name]().neighbours(turned, 12).ids
    assert np.array_equal(order[again - 1] + 1, lists[order])


@EACH
def test_a_matrix_without_places_will_do(name: str) -> None:
    distances = np.random.default_rng(2).integers(1, 50, (31, 31))
    instance = Instance(demands=[1] * 30, capacity=30, distances=distances)
    assert NAMED[name]().neighbours(instance, 8).ids.shape == (30, 8)


@EACH
def test_many_customers_need_no_square_of_memory(name: str) -> None:
    import tracemalloc

    instance = generate(4_000, seed=1)
    tracemalloc.start()
    lists = NAMED[name]().neighbours(instance, 10)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert lists.ids.shape == (4_000, 10)
    assert most < 0.9 * 8 * 4_000**2  # less than one n × n array of floats


@EACH
def test_a_search_takes_it_by_name_and_by_class(name: str) -> None:
    instance = generate(30, seed=4)
    stop = AfterIterations(20)
    by_name = solve(instance, method="D-D", local_search=name, crossover=name.upper(), stop=stop)
    related: Relatedness = NAMED[name]()
    by_class = solve(instance, method="D-D", local_search=related, crossover=related, stop=stop)
    assert isinstance(by_name.solution, Solution)
    assert by_name.routes == by_class.routes
