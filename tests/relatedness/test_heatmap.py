from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import ByHeatmap, Instance, Neighbours
from kinroute.errors import RelatednessError
from kinroute.io.heatmaps import write_heatmap
from kinroute.relatedness.heatmap import WithNearest

# On a line at 1, 2, 4 and 8: the nearest of 1 are 2, 3, 4; of 4 they are 3, 2, 1.
LINE = Instance(
    demands=[1] * 4, capacity=4, coordinates=[(0, 0), (1, 0), (2, 0), (4, 0), (8, 0)], name="line"
)
HEAT = np.array(
    [
        [9, 1, 2, 3],
        [5, 9, 5, 6],
        [0, 0, 9, 0],
        [3, 1, 2, 9],
    ],
    float,
)


def test_by_heatmap_the_highest_scores_come_first_and_ties_go_by_distance() -> None:
    # Row 2 has 5, 5 and 6: 4 first, then 1 (1 away) before 3 (2 away). Row 3 is by distance only.
    lists = ByHeatmap(HEAT).neighbours(LINE, 3)
    assert lists.ids.tolist() == [[4, 3, 2], [4, 1, 3], [2, 1, 4], [1, 3, 2]]
    assert lists.scores is not None
    assert lists.scores[1].tolist() == [6, 5, 5]


def test_a_heatmap_may_have_the_depot_first() -> None:
    with_depot = np.pad(HEAT, ((1, 0), (1, 0)), constant_values=100)
    plain = ByHeatmap(HEAT).neighbours(LINE, 3)
    assert ByHeatmap(with_depot).neighbours(LINE, 3).ids.tolist() == plain.ids.tolist()


def test_a_list_of_lists_is_a_heatmap_too() -> None:
    assert ByHeatmap(HEAT.tolist()).neighbours(LINE, 1).ids.tolist() == [[4], [4], [2], [1]]


def test_half_of_a_list_is_by_heat_and_the_rest_by_distance() -> None:
    # Γ = 3: one by heat (4, 4, 2, 1), then the nearest that are not in yet.
    lists = WithNearest(ByHeatmap(HEAT)).neighbours(LINE, 3)
    assert lists.ids.tolist() == [[4, 2, 3], [4, 1, 3], [2, 1, 4], [1, 3, 2]]
    # Γ = 2: one by heat and one by distance; customer 3's hottest is its nearest.
    lists = WithNearest(ByHeatmap(HEAT)).neighbours(LINE, 2)
    assert lists.ids.tolist() == [[4, 2], [4, 1], [2, 1], [1, 3]]


def test_a_list_of_one_is_by_distance() -> None:
    assert WithNearest(ByHeatmap(HEAT)).neighbours(LINE, 1).ids.tolist() == [[2], [1], [2], [3]]


def test_more_neighbours_than_there_are_customers_are_all_of_them() -> None:
    for related in (ByHeatmap(HEAT), WithNearest(ByHeatmap(HEAT))):
        rows = related.neighbours(LINE, 15).ids.tolist()
        assert [sorted(row) for row in rows] == [[2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]]


@given(
    points=st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=20, unique=True
    ),
    k=st.integers(1, 9),
    data=st.data(),
)
@settings(max_examples=150, deadline=None)
def test_relabelling_customers_relabels_lists_by_heat(
    points: list[tuple[int, int]], k: int, data: st.DataObject
) -> None:
    # Whole scores from 0 to 2 and points on a grid: ties everywhere.
    n = len(points)
    row = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    heat = np.array(data.draw(st.lists(row, min_size=n, max_size=n)))
    order = data.draw(st.permutations(range(n)))
    instance = Instance(demands=[1] * n, capacity=n, coordinates=[(2, 2), *points])
    turned = Instance(
        demands=[1] * n, capacity=n, coordinates=[(2, 2), *(points[c] for c in order)]
    )
    for related, again in (
        (ByHeatmap(heat), ByHeatmap(heat[np.ix_(order, order)])),
        (WithNearest(ByHeatmap(heat)), WithNearest(ByHeatmap(heat[np.ix_(order, order)]))),
    ):
        rows = related.neighbours(instance, k).ids.tolist()
        translated = [[order[j - 1] + 1 for j in r] for r in again.neighbours(turned, k).ids]
        assert translated == [rows[c] for c in order]


@pytest.mark.parametrize(
    ("heat", "message"),
    [
        (np.ones((3, 3)), r"heatmap has shape \(3, 3\); line needs \(4, 4\), or \(5, 5\)"),
        (np.ones(4), r"shape \(4,\)"),
        (np.full((4, 4), np.nan), r"entry \(0, 0\) is nan; scores must be finite"),
        (np.where(np.eye(4, k=2), np.inf, 0), r"entry \(0, 2\) is inf"),
        (np.full((4, 4), "hot"), "not real numbers"),
        (np.full((4, 4), 1j), "not real numbers"),
        ([[1, 2], [3]], "rows of different lengths"),
    ],
)
def test_a_heatmap_that_does_not_fit_is_refused(heat: Any, message: str) -> None:
    with pytest.raises(RelatednessError, match=message):
        ByHeatmap(heat).neighbours(LINE, 2)


def test_a_heatmap_can_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "heat.npz"
    write_heatmap(path, HEAT.astype(np.float32))
    wanted = ByHeatmap(HEAT).neighbours(LINE, 3).ids.tolist()
    assert ByHeatmap(path).neighbours(LINE, 3).ids.tolist() == wanted
    assert ByHeatmap(str(path)).neighbours(LINE, 3).ids.tolist() == wanted


def test_sparse_rows_can_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.npz"
    ids = np.array([[2, 3], [1, 3], [2, 4], [3, 0]], np.int32)
    write_heatmap(path, np.ones((4, 2), np.float32), ids)
    assert ByHeatmap(path).neighbours(LINE, 1).ids.tolist() == [[2], [1], [2], [3]]
    assert ByHeatmap(path).neighbours(LINE, 9).ids.tolist() == ids.tolist()


def test_an_error_in_a_heatmap_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "small.npz"
    write_heatmap(path, np.ones((2, 2), np.float32))
    with pytest.raises(RelatednessError, match=r"small\.npz: heatmap has shape \(2, 2\)"):
        ByHeatmap(path).neighbours(LINE, 2)


def test_ready_lists_are_shortened_and_must_fit() -> None:
    lists = Neighbours(np.array([[2, 3], [1, 3], [2, 4], [3, 2]]))
    assert ByHeatmap(lists).neighbours(LINE, 1).ids.tolist() == [[2], [1], [2], [3]]
    with pytest.raises(RelatednessError, match="neighbours have 2 rows; line has 4 customers"):
        ByHeatmap(Neighbours(np.array([[2], [1]]))).neighbours(LINE, 1)


def test_only_a_function_or_a_model_needs_inference(tmp_path: Path) -> None:
    assert not ByHeatmap(HEAT).needs_inference
    assert not ByHeatmap(tmp_path / "not-there.npz").needs_inference
    assert ByHeatmap(lambda instance: HEAT).needs_inference
    assert ByHeatmap("light-2").needs_inference


def test_a_function_is_called_with_the_instance_and_once_is_enough() -> None:
    called: list[str] = []

    def scores(instance: Instance) -> np.ndarray:
        called.append(instance.name)
        return HEAT

    ready = ByHeatmap(scores).inferred(LINE)
    wanted = ByHeatmap(HEAT).neighbours(LINE, 3).ids.tolist()
    assert [ready.neighbours(LINE, 3).ids.tolist() for _ in range(2)] == [wanted] * 2
    assert called == ["line"]


def test_a_function_may_return_what_a_heatmap_may_be(tmp_path: Path) -> None:
    write_heatmap(tmp_path / "heat.npz", HEAT.astype(np.float32))
    wanted = ByHeatmap(HEAT).neighbours(LINE, 3).ids.tolist()
    by_file = ByHeatmap(lambda instance: tmp_path / "heat.npz")
    assert by_file.neighbours(LINE, 3).ids.tolist() == wanted


def test_ready_scores_are_their_own_inference() -> None:
    ready = ByHeatmap(HEAT)
    assert ready.inferred(LINE) is ready
