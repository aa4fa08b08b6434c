from kinroute import ByDistance, Instance
from kinroute.relatedness import ByQuadrants

# Customer 1 in the middle, five near ones to the north-east, one far off in each other quadrant.
CROWD = Instance(
    demands=[1] * 9,
    capacity=9,
    coordinates=[
        (50, 50),
        (0, 0),
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 2),
        (3, 3),
        (-9, 8),
        (-7, -8),
        (9, -9),
    ],
)


def test_half_are_near_and_the_others_from_all_sides() -> None:
    assert ByDistance().neighbours(CROWD, 5).ids[0].tolist() == [2, 3, 4, 5, 6]
    # Three nearest; then the first of each quadrant that is not listed yet, nearest first.
    assert ByQuadrants().neighbours(CROWD, 6).ids[0].tolist() == [2, 3, 4, 8, 7, 9]


def test_a_customer_on_an_axis_is_in_one_quadrant_only() -> None:
    # North, east, south, west, and a second one beyond each.
    cross = [(0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (2, 0), (0, -2), (-2, 0)]
    instance = Instance(demands=[1] * 9, capacity=9, coordinates=[(9, 9), (0, 0), *cross])
    listed = ByQuadrants().neighbours(instance, 4).ids[0].tolist()
    assert sorted(listed) == [2, 3, 4, 5]
