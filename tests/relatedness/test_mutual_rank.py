from kinroute import ByDistance, Instance
from kinroute.relatedness import ByMutualRank

# A cluster at 0, 1, 2, 3 and a customer on its own at 8. Ranks from 0, of row in column's list:
# 3 is first (0) for 8, but 8 is fourth (3) for 3; for 2 that is the same, one more for 8.
LINE = Instance(
    demands=[1] * 5, capacity=5, coordinates=[(4, 4), (0, 0), (1, 0), (2, 0), (3, 0), (8, 0)]
)


def test_both_ranks_count() -> None:
    lists = ByMutualRank().neighbours(LINE, 4)
    # Customer 5 (at 8) has 4, 3, 2, 1 by distance, and is the last of each of them: 0+3, 1+3, …
    assert lists.ids[4].tolist() == [4, 3, 2, 1]
    assert lists.scores is not None
    assert lists.scores[4].tolist() == [-3, -4, -5, -6]


def test_whoever_has_nearer_ones_comes_later_than_by_distance() -> None:
    # A pair at 0 and 1, and a customer at 2.5 whose other neighbour, at 4.2, has nobody nearer.
    line = Instance(
        demands=[1] * 4, capacity=4, coordinates=[(0, 9), (0, 0), (1, 0), (2.5, 0), (4.2, 0)]
    )
    assert ByDistance().neighbours(line, 1).ids[2].tolist() == [2]
    # Customer 2: rank 0 for 3, 3 is 1 for it: 1. Customer 4: 1 and 0: 1. Equal, so by distance.
    lists = ByMutualRank().neighbours(line, 2)
    assert lists.ids[2].tolist() == [2, 4]
    assert lists.scores is not None
    assert lists.scores[2].tolist() == [-1, -1]
