import numpy as np
import pytest

from kinroute import ByDistance, ByHeatmap, Instance, Neighbours
from kinroute.errors import RelatednessError
from kinroute.relatedness import ByFusion, BySavings

LINE = Instance(demands=[1] * 4, capacity=4, coordinates=[(0, 0), (1, 0), (2, 0), (4, 0), (8, 0)])
HEAT = np.array([[0, 1, 2, 3], [3, 0, 2, 1], [1, 2, 0, 3], [1, 2, 3, 0]])


def test_one_member_alone_is_itself() -> None:
    for member in (ByDistance(), BySavings(), ByHeatmap(HEAT)):
        fused = ByFusion((member,)).neighbours(LINE, 3)
        assert fused.ids.tolist() == member.neighbours(LINE, 3).ids.tolist()


def test_votes_are_added() -> None:
    # Customer 1 has 2, 3, 4 by distance and 4, 3, 2 by heat; with damping 0 the votes are
    # 1, 1/2, 1/3: 2 and 4 get 1 + 1/3, 3 gets 1/2 + 1/2. Equal sums go by distance.
    lists = ByFusion((ByDistance(), ByHeatmap(HEAT)), damping=0.0).neighbours(LINE, 3)
    assert lists.ids[0].tolist() == [2, 4, 3]
    assert lists.scores is not None
    assert lists.scores[0] == pytest.approx([4 / 3, 4 / 3, 1])


def test_what_a_member_does_not_list_gets_nothing_from_it() -> None:
    short = ByHeatmap(Neighbours(np.array([[4], [0], [0], [0]])))
    lists = ByFusion((ByDistance(), short), damping=0.0).neighbours(LINE, 2)
    assert lists.ids.tolist() == [[4, 2], [1, 3], [2, 1], [3, 2]]


def test_short_lists_are_padded() -> None:
    short = ByHeatmap(Neighbours(np.array([[4], [0], [0], [0]])))
    assert ByFusion((short,)).neighbours(LINE, 2).ids.tolist() == [[4, 0], [0, 0], [0, 0], [0, 0]]


def test_a_member_for_another_instance_is_refused() -> None:
    with pytest.raises(RelatednessError, match="rows"):
        ByFusion((ByHeatmap(Neighbours(np.array([[2], [1]]))),)).neighbours(LINE, 2)
