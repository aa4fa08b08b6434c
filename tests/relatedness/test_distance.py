from kinroute import ByDistance, Instance

# On a line at 1, 2, 4 and 8: the nearest of 1 are 2, 3, 4; of 4 they are 3, 2, 1.
LINE = Instance(demands=[1] * 4, capacity=4, coordinates=[(0, 0), (1, 0), (2, 0), (4, 0), (8, 0)])


def test_by_distance_the_nearer_are_more_related() -> None:
    lists = ByDistance().neighbours(LINE, 2)
    assert lists.ids.tolist() == [[2, 3], [1, 3], [2, 1], [3, 2]]
    assert lists.scores is not None
    assert lists.scores.tolist() == [[-1, -3], [-1, -2], [-2, -3], [-4, -6]]


def test_a_matrix_counts_in_the_direction_of_travel() -> None:
    # From 1: 5 to 2, 1 to 3; from 2: 1 to 1, 5 to 3; from 3: 2 to 2, 3 to 1.
    matrix = [[0, 9, 9, 9], [9, 0, 5, 1], [9, 1, 0, 5], [9, 3, 2, 0]]
    instance = Instance(demands=[1] * 3, capacity=3, distances=matrix)
    lists = ByDistance().neighbours(instance, 2)
    assert lists.ids.tolist() == [[3, 2], [1, 3], [2, 1]]
    assert lists.scores is not None
    assert lists.scores.tolist() == [[-1, -5], [-1, -5], [-2, -3]]


def test_more_neighbours_than_there_are_customers_are_all_of_them() -> None:
    rows = ByDistance().neighbours(LINE, 15).ids.tolist()
    assert [sorted(row) for row in rows] == [[2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]]
