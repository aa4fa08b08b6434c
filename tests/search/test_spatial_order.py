"""Customers keep their meaning, whatever numbers they have in the core."""

import numpy as np
import pytest

import kinroute
from kinroute import AfterIterations, Instance, Solution, generate
from kinroute.relatedness.nearest import nearest
from kinroute.search.core_problem import core_problem
from kinroute.search.spatial_order import SpatialOrder

LARGE = generate(400, seed=3)


def on_a_matrix(instance: Instance) -> Instance:
    points = instance.positions()
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    apart[0] *= 1.5  # out of the depot against the wind
    return instance.with_changes(distances=apart, metric="matrix", rounding="none")


def test_small_instances_and_bare_matrices_keep_their_numbers() -> None:
    bare = on_a_matrix(LARGE).with_changes(coordinates=None)
    for instance in (generate(300, seed=1), bare):
        assert SpatialOrder.of(instance).nodes.tolist() == list(range(instance.customers + 1))


@pytest.mark.parametrize("instance", [LARGE, on_a_matrix(LARGE)], ids=["plane", "matrix"])
def test_the_core_sees_the_same_customers(instance: Instance) -> None:
    numbering = SpatialOrder.of(instance)
    nodes = numbering.nodes
    assert sorted(nodes.tolist()) == list(range(401))
    assert nodes[0] == 0
    assert nodes.tolist() != sorted(nodes.tolist())
    plain, moved = core_problem(instance), core_problem(instance, order=numbering)
    rng = np.random.default_rng(1)
    for i, j in rng.integers(0, 401, size=(500, 2)).tolist():
        assert moved.problem.distance(i, j) == plain.problem.distance(nodes[i], nodes[j])


def test_numbers_along_the_curve_are_near_where_customers_are() -> None:
    points = LARGE.positions()
    nodes = SpatialOrder.of(LARGE).nodes[1:]
    along = np.linalg.norm(np.diff(points[nodes], axis=0), axis=1).mean()
    as_given = np.linalg.norm(np.diff(points[1:], axis=0), axis=1).mean()
    assert along < as_given / 5


def test_places_that_are_all_the_same_have_an_order_too() -> None:
    instance = Instance(demands=[1] * 301, capacity=10, coordinates=[(5, 5)] * 302)
    assert sorted(SpatialOrder.of(instance).nodes.tolist()) == list(range(302))
    assert kinroute.solve(instance, method="D-O", stop=AfterIterations(2)).cost == 0


def test_routes_and_lists_go_there_and_back() -> None:
    numbering = SpatialOrder.of(LARGE)
    routes = [[3, 1, 400], [], [17]]
    assert numbering.from_core(numbering.to_core(routes)) == routes
    ids, _ = nearest(LARGE, 5)
    ids[:, 4] = 0  # padding stays padding
    lists = numbering.lists(ids)
    assert lists.dtype == np.int32
    for k in range(1, 401):
        customer = int(numbering.nodes[k])
        assert numbering.nodes[lists[k - 1]].tolist() == ids[customer - 1].tolist()


@pytest.mark.parametrize("instance", [LARGE, on_a_matrix(LARGE)], ids=["plane", "matrix"])
def test_a_warm_start_is_understood(instance: Instance) -> None:
    first = kinroute.solve(instance, method="D-O", stop=AfterIterations(20))
    again = kinroute.solve(
        instance, method="D-O", start=Solution(first.solution.routes), stop=AfterIterations(0)
    )
    assert again.cost <= first.cost
    assert again.feasible
