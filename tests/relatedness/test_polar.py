from kinroute import Instance
from kinroute.relatedness import ByPolar

# Customers 1, 3 and 4 on one ray from the depot, 2 beside the first.
RAY = Instance(demands=[1] * 4, capacity=4, coordinates=[(0, 0), (10, 0), (10, 2), (13, 0), (4, 0)])


def test_steps_towards_the_depot_count_half() -> None:
    # From 1: 3 is 1.5 away and 4 is 3 away, 2 nearly 2; the nearest comes first in any case.
    assert ByPolar().neighbours(RAY, 2).ids[0].tolist() == [2, 3]
    assert ByPolar(radial=1.0).neighbours(RAY, 3).ids[0].tolist() == [2, 3, 4]
    # From 3: nearest 1; then 4 at 4.5 radially before 2 at hypot(0.5 * 2.8, 0.197 * 11.5) = 2.7.
    assert ByPolar().neighbours(RAY, 2).ids[2].tolist() == [1, 2]


def test_opposite_sides_of_the_depot_are_far_apart() -> None:
    line = Instance(demands=[1] * 3, capacity=3, coordinates=[(0, 0), (2, 0), (-2, 0), (9, 0)])
    assert ByPolar(radial=0.1).neighbours(line, 2).ids[0].tolist() == [2, 3]
    assert ByPolar(radial=0.1).neighbours(line, 1).ids[2].tolist() == [1]
