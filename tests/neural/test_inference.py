import re

import numpy as np
import pytest
import torch

from kinroute import AfterSeconds, Instance, generate, solve
from kinroute.errors import ConfigError, RelatednessError
from kinroute.neural import inference as module
from kinroute.neural.architecture import Architecture
from kinroute.neural.inference import infer
from kinroute.neural.network import Pairs
from kinroute.relatedness.nearest import nearest
from kinroute.search.clock import Clock
from tests.neural.small import model_of, some_network

NETWORK = some_network(Architecture(width=6, depth=2))
MODEL = model_of(NETWORK)


def slow_row(instance: Instance, customer: int) -> dict[int, float]:
    """The heat of a customer (from 1) with the others of its subproblem, by torch."""
    n = instance.customers
    near = nearest(instance, 99)[0][customer - 1].tolist() if n > 100 else []
    nodes = [0, customer, *near] if n > 100 else list(range(n + 1))
    assert instance.coordinates is not None
    points = instance.coordinates[nodes]
    points = points - points.min(axis=0)
    demand = np.append(0, instance.demands)[nodes] / instance.capacity
    graph = torch.tensor(np.column_stack((points / points.max(), demand)), dtype=torch.float32)
    pairs = Pairs(len(nodes))
    with torch.no_grad():
        heat = NETWORK.heat(graph[None], pairs)[0, pairs.place]
    row = heat[nodes.index(customer)].tolist()
    return {j: h for j, h in zip(nodes, row, strict=True) if j not in (0, customer)}


@pytest.mark.parametrize("customers", [2, 3, 40, 100, 101, 130])
def test_the_lists_are_those_of_a_slow_computation(customers: int) -> None:
    instance = generate(customers, seed=5)
    lists = infer(instance, MODEL)
    assert lists.scores is not None
    assert lists.ids.shape == (customers, min(customers, 100) - 1)
    for customer in {1, 2, customers // 2 + 1, customers}:
        expected = slow_row(instance, customer)
        ids, scores = lists.ids[customer - 1].tolist(), lists.scores[customer - 1]
        assert sorted(ids) == sorted(expected)
        np.testing.assert_allclose(scores, [expected[j] for j in ids], atol=1e-5)
        assert (np.diff(scores) <= 0).all()


def test_one_customer_has_no_one_to_be_related_to() -> None:
    assert infer(generate(1), MODEL).ids.shape == (1, 0)


@pytest.mark.parametrize("customers", [30, 120])
def test_renumbering_the_customers_renumbers_the_lists_exactly(customers: int) -> None:
    instance = generate(customers, seed=3)
    order = np.random.default_rng(1).permutation(customers)  # new customer k was order[k]
    assert instance.coordinates is not None
    renumbered = Instance(
        demands=instance.demands[order],
        capacity=instance.capacity,
        coordinates=np.vstack((instance.coordinates[:1], instance.coordinates[1:][order])),
        rounding="nearest",
    )
    before, after = infer(instance, MODEL), infer(renumbered, MODEL)
    np.testing.assert_array_equal(order[after.ids - 1] + 1, before.ids[order])
    assert before.scores is not None
    np.testing.assert_array_equal(after.scores, before.scores[order])


@pytest.mark.parametrize("customers", [50, 110])
def test_threads_and_batches_change_nothing(
    customers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = generate(customers, seed=4)
    one = infer(instance, MODEL)
    three = infer(instance, MODEL, threads=3)
    monkeypatch.setattr(module, "_BATCH", 7)
    few = infer(instance, MODEL)
    for other in (three, few):
        np.testing.assert_array_equal(one.ids, other.ids)
        np.testing.assert_array_equal(one.scores, other.scores)


def test_equal_subproblems_share_one_inference(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two far groups of 100: the hundred nearest of a customer, itself included, are its group.
    dice = np.random.default_rng(1)
    points = np.vstack(([[50, 50]], dice.random((100, 2)), 1000 + dice.random((100, 2))))
    instance = Instance(demands=[1] * 200, capacity=10, coordinates=points)
    graphs: list[int] = []
    on_cpu = module._on_cpu

    def counting(*arguments: object) -> module.RowInference:
        rows_of = on_cpu(*arguments)  # type: ignore[arg-type]
        return lambda nodes, rows: graphs.append(len(nodes)) or rows_of(nodes, rows)  # type: ignore[func-returns-value]

    monkeypatch.setattr(module, "_on_cpu", counting)
    lists = infer(instance, MODEL)
    assert graphs == [2]
    assert (lists.ids[:100] <= 100).all()
    assert (lists.ids[100:] > 100).all()


def test_customers_in_one_place_stay_apart() -> None:
    instance = Instance(demands=[1] * 4, capacity=2, coordinates=[(1, 1)] * 5)
    lists = infer(instance, MODEL)
    assert [sorted([k + 1, *row]) for k, row in enumerate(lists.ids.tolist())] == [[1, 2, 3, 4]] * 4
    assert lists.scores is not None
    assert np.isfinite(lists.scores).all()


def test_places_on_the_globe_are_looked_at_as_on_a_map() -> None:
    # At 60° north a degree east is half a degree north.
    globe = Instance(
        demands=[1, 1, 1],
        capacity=2,
        coordinates=[(60, 10), (60.001, 10), (60, 10.002), (59.999, 10)],
        metric="great_circle",
    )
    plane = Instance(demands=[1, 1, 1], capacity=2, coordinates=[(0, 0), (0, 1), (1, 0), (0, -1)])
    ours, theirs = infer(globe, MODEL), infer(plane, MODEL)
    assert ours.scores is not None
    assert theirs.scores is not None
    np.testing.assert_allclose(np.sort(ours.scores), np.sort(theirs.scores), atol=1e-3)


def test_an_instance_without_coordinates_is_refused() -> None:
    instance = Instance(demands=[1, 1], capacity=2, distances=[[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    with pytest.raises(RelatednessError, match=r"has no coordinates; model made-up needs them"):
        infer(instance, MODEL)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(ConfigError, match="device 'tpu'; use one of auto, cpu, cuda"):
        infer(generate(5), MODEL, device="tpu")  # type: ignore[arg-type]


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_large_network_without_a_gpu_warns_that_it_is_slow(
    caplog: pytest.LogCaptureFixture,
) -> None:
    wide = model_of(some_network(Architecture(width=64, depth=1)))
    infer(generate(100, seed=1), wide)
    assert not caplog.records
    infer(generate(101, seed=1), wide)
    assert "without a CUDA GPU" in caplog.text
    assert re.search(r"each of [0-9]+ graphs", caplog.text)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_network_that_would_outlast_the_time_limit_is_refused_at_once(threads: int) -> None:
    wide = model_of(some_network(Architecture(width=96, depth=20)))
    clock = Clock.started_now()
    with pytest.raises(ConfigError, match="graphs, longer than the whole time limit"):
        infer(generate(300, seed=1), wide, threads=threads, device="cpu", seconds=0.3)
    assert clock.seconds() < 5


@pytest.mark.parametrize("customers", [20, 100])
def test_one_graph_that_outlasts_the_time_limit_is_refused_too(customers: int) -> None:
    wide = model_of(some_network(Architecture(width=96, depth=20)))
    with pytest.raises(ConfigError, match="for its one graph, longer than the whole time limit"):
        infer(generate(customers, seed=1), wide, device="cpu", seconds=1e-4)
    assert len(infer(generate(customers, seed=1), wide, device="cpu", seconds=60).ids) == customers


def test_a_solve_refuses_a_network_that_leaves_it_no_time_unless_it_is_not_counted() -> None:
    instance = generate(400, seed=1)
    with pytest.raises(ConfigError, match="longer than the whole time limit"):
        solve(instance, method="N-N", stop=AfterSeconds(0.05))
    assert solve(instance, method="N-N", stop=AfterSeconds(0.05), optimistic=True).feasible
    assert solve(generate(60), method="N-N", stop=AfterSeconds(0.0)).inference > 0
