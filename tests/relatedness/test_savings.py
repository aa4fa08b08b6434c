from kinroute import ByDistance, Instance
from kinroute.relatedness import BySavings

# On a line from the depot: customers at 1, 4, 6 and 11.
LINE = Instance(demands=[1] * 4, capacity=4, coordinates=[(0, 0), (1, 0), (4, 0), (6, 0), (11, 0)])


def test_share_0_is_distance() -> None:
    assert BySavings(0.0).neighbours(LINE, 3).ids.tolist() == (
        ByDistance().neighbours(LINE, 3).ids.tolist()
    )


def test_share_1_is_the_savings_of_clarke_and_wright() -> None:
    # From 4: d(0,i) + d(0,j) - d(i,j) is 2 with 1, 8 with 6 and 8 with 11: the nearer of the two.
    lists = BySavings(1.0).neighbours(LINE, 3)
    assert lists.ids[1].tolist() == [3, 4, 1]


def test_a_third_is_between() -> None:
    # From 4, distance less a third of the way to the depot: 1: 3 - 1/3, 6: 2 - 2, 11: 7 - 11/3.
    lists = BySavings().neighbours(LINE, 3)
    assert lists.ids[1].tolist() == [3, 1, 4]
    assert lists.scores is not None
    assert abs(lists.scores[1, 0]) < 1e-6
