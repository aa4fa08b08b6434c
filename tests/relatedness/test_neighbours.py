import numpy as np
import pytest

from kinroute import ByDistance, ByHeatmap, ByNetwork, Instance, Neighbours, Relatedness
from kinroute.errors import RelatednessError

LINE = Instance(
    demands=[1] * 4, capacity=4, coordinates=[(0, 0), (1, 0), (2, 0), (4, 0), (8, 0)], name="line"
)


@pytest.mark.parametrize(
    ("ids", "scores", "message"),
    [
        ([1, 2], None, "1 dimensions; they need 2"),
        ([[3], [1]], None, "neighbour 3 is no customer; they are 1 to 2"),
        ([[-1], [1]], None, "neighbour -1 is no customer"),
        ([[2**32 + 1], [1]], None, "neighbour 4294967297 is no customer"),
        ([[1.5], [1.0]], None, "must be whole numbers"),
        ([[2], [1]], [1.0, 1.0], r"scores have shape \(2,\)"),
        ([[2], [1]], [[1.0], [np.nan]], "must be finite"),
    ],
)
def test_lists_that_make_no_sense_are_refused(ids: object, scores: object, message: str) -> None:
    with pytest.raises(RelatednessError, match=message):
        Neighbours(np.array(ids), None if scores is None else np.array(scores))


def test_lists_for_another_instance_are_refused() -> None:
    with pytest.raises(RelatednessError, match="neighbours have 2 rows; line has 4 customers"):
        Neighbours(np.array([[2], [1]])).fits(LINE)


def test_the_first_neighbours_of_each_list() -> None:
    lists = ByDistance().neighbours(LINE, 3).first(1)
    assert lists.ids.tolist() == [[2], [1], [2], [3]]
    assert lists.scores is not None
    assert lists.scores.tolist() == [[-1], [-1], [-2], [-4]]


def test_anything_with_neighbours_is_a_relatedness() -> None:
    assert isinstance(ByDistance(), Relatedness)
    assert isinstance(ByHeatmap(np.zeros((4, 4))), Relatedness)
    assert isinstance(ByNetwork("light-2"), Relatedness)
    assert not isinstance(Neighbours(np.array([[0]])), Relatedness)


def test_the_ids_become_32_bit_integers_whatever_they_were() -> None:
    lists = Neighbours(np.array([[2, 0], [1, 0]], np.int64))
    assert lists.ids.dtype == np.int32
    assert lists.ids.flags.c_contiguous
    assert lists.ids.tolist() == [[2, 0], [1, 0]]
