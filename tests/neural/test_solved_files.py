from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.errors import LabelError
from kinroute.neural.solved_files import (
    MOST_GRAPHS,
    SolvedInstance,
    description_of,
    graphs_of,
    solved_instances,
)
from kinroute.solution import Solution
from tests.neural.solved import folder_of


def test_pairs_of_any_size_are_read_and_invalid_ones_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = folder_of(tmp_path / "data", (8, 12, 9))
    (folder / "i1.sol").write_text("Route #1: 1 2\nCost 3\n")
    (folder / "i2.sol").unlink()
    found = solved_instances(folder)
    assert [solved.instance.customers for solved in found] == [8]
    assert "i1 is left out" in caplog.text


def test_a_small_instance_is_one_graph_with_all_edges_of_its_solution(tmp_path: Path) -> None:
    (solved,) = solved_instances(folder_of(tmp_path / "data", (12,)))
    nodes, joined = graphs_of(solved)
    assert (nodes.shape, joined.shape) == ((1, 13, 3), (1, 13, 13))
    assert nodes[..., :2].min() == 0
    assert nodes[..., :2].max() == 1
    assert nodes[0, 0, 2] == 0
    arcs = {
        frozenset(pair)
        for route in solved.solution.routes
        for pair in zip((0, *route), (*route, 0), strict=True)
    }
    assert joined[0].sum() == 2 * len(arcs)
    np.testing.assert_array_equal(joined[0], joined[0].T)


def test_a_large_instance_is_cut_as_for_inference(tmp_path: Path) -> None:
    (solved,) = solved_instances(folder_of(tmp_path / "data", (130,)))
    nodes, joined = graphs_of(solved)
    assert nodes.shape[1:] == (101, 3)
    assert 1 < len(nodes) <= MOST_GRAPHS
    assert (joined.sum(2)[:, 1:] <= 2).all()  # a customer has two neighbours, some outside
    assert (joined.sum(2)[:, 1:].mean()) > 1.5


def test_the_description_changes_with_the_data(tmp_path: Path) -> None:
    one = solved_instances(folder_of(tmp_path / "one", (8,)))
    two = solved_instances(folder_of(tmp_path / "two", (8,), seed=5))
    about = description_of(tmp_path / "one", one)
    assert (about["folder"], about["instances"]) == ("one", 1)
    assert about["sha256"] != description_of(tmp_path / "two", two)["sha256"]


def test_what_a_network_cannot_see_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"no \.vrp file with a valid \.sol file"):
        solved_instances(tmp_path)
    instance = kinroute.Instance(demands=[1, 1], capacity=2, distances=[[0, 1, 1]] * 3, name="m")
    solved = SolvedInstance(instance=instance, solution=Solution([[1, 2]]))
    with pytest.raises(LabelError, match="m has no coordinates; a network needs them"):
        graphs_of(solved)
