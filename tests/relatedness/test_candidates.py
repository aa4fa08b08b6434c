import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import Instance, generate
from kinroute.relatedness.candidates import Candidates, candidates, pair_lengths
from kinroute.relatedness.nearest import nearest

# The depot in the middle, customers north, east, south and west of it at 1, 2, 3 and 4.
CROSS = Instance(
    demands=[1] * 4,
    capacity=4,
    coordinates=[(0, 0), (0, 1), (2, 0), (0, -3), (-4, 0)],
    name="cross",
)


def rows(pairs: Candidates, values: np.ndarray) -> list[dict[int, float]]:
    """For each customer what is known of each candidate, both from 1."""
    return [
        {int(j) + 1: value for j, value, real in zip(*row, strict=True) if real}
        for row in zip(pairs.ids, values.tolist(), pairs.is_real, strict=True)
    ]


def test_few_customers_are_all_candidates_of_one_another() -> None:
    pairs = candidates(CROSS, 2)
    assert pairs.ids.shape == (4, 3)
    assert pairs.to_depot.tolist() == [1, 2, 3, 4]
    assert rows(pairs, pairs.length)[0] == pytest.approx({2: 5**0.5, 3: 4, 4: 17**0.5})
    quarter, half = np.pi / 2, np.pi
    assert rows(pairs, pairs.angle())[0] == pytest.approx({2: quarter, 3: half, 4: quarter})


def test_many_customers_have_near_ones_and_some_in_their_direction() -> None:
    instance = generate(700, seed=3)
    pairs = candidates(instance, 10)
    assert pairs.ids.shape == (700, 160)
    near, lengths = nearest(instance, 100)
    assert np.array_equal(pairs.ids[:, :100] + 1, near)
    assert np.array_equal(pairs.length[:, :100], lengths)
    assert pairs.is_real[:, :100].all()
    assert not pairs.is_real[:, 100:].all()
    assert (np.diff(np.where(pairs.is_real, pairs.length, 1e9), axis=1) >= 0).all()
    for i, (ids, real) in enumerate(zip(pairs.ids, pairs.is_real, strict=True)):
        assert i not in ids
        assert len(set(ids[real].tolist())) == real.sum()
        assert set(ids[real].tolist()) == set(ids.tolist())
    assert np.median(pairs.angle()[:, 100:130]) < 0.2


def test_ranks_begin_at_0_and_leave_copies_to_the_end() -> None:
    pairs = candidates(generate(400, seed=1, depot="center"), 5)
    ranks = pairs.ranks(-pairs.length)
    assert np.array_equal(np.sort(ranks, axis=1), np.tile(np.arange(160), (400, 1)))
    real = pairs.is_real.sum(axis=1)
    assert (ranks < real[:, None])[pairs.is_real].all()
    assert (ranks >= real[:, None])[~pairs.is_real].all()


@given(seed=st.integers(0, 1000), n=st.sampled_from([2, 5, 30, 250]))
@settings(max_examples=20, deadline=None)
def test_mirrored_values_are_those_of_the_pair_the_other_way(seed: int, n: int) -> None:
    pairs = candidates(generate(n, seed=seed), 5)
    values = np.random.default_rng(seed).random(pairs.ids.shape)
    mine = rows(pairs, values)
    for i, others in enumerate(rows(pairs, pairs.mirrored(values, -1.0)), 1):
        assert all(value == mine[j - 1].get(i, -1.0) for j, value in others.items())


def test_a_matrix_has_no_directions() -> None:
    distances = np.array([[0, 1, 5], [3, 0, 7], [5, 9, 0]])
    pairs = candidates(Instance(demands=[1, 1], capacity=2, distances=distances), 4)
    assert pairs.around is None
    assert pairs.to_depot.tolist() == [2, 5]  # out and back are 1 and 3
    assert pairs.length.tolist() == [[7], [9]]
    assert pairs.angle().tolist() == [[0], [0]]


def test_directions_on_the_globe_are_those_of_the_map() -> None:
    # One degree east at 60° north is half as far as one degree north.
    instance = Instance(
        demands=[1, 1], capacity=2, coordinates=[(60, 0), (60, 1), (61, 0)], metric="great_circle"
    )
    pairs = candidates(instance, 1)
    assert pairs.around == pytest.approx(np.array([[0.5, 0], [0, 1]]))
    assert pairs.angle() == pytest.approx(np.full((2, 1), np.pi / 2))


def test_lengths_of_pairs_are_those_of_the_nearest() -> None:
    instance = generate(50, seed=2)
    ids, lengths = nearest(instance, 7)
    apart = pair_lengths(instance, np.arange(50)[:, None], ids.astype(np.int64) - 1)
    assert np.array_equal(apart, lengths)


def test_a_single_customer_has_no_candidates() -> None:
    pairs = candidates(generate(1), 5)
    assert pairs.neighbours(pairs.length, 5).ids.shape == (1, 0)
