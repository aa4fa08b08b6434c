from collections import Counter

from tests.core.problems import Rng, testing

NUMBERS_OF_SEED_1 = [811, 747, 100, 746, 184, 590, 986, 523, 96, 134]
NUMBERS_OF_THE_LAST_SEED = [2705925585, 3786146091, 23005360]


def test_a_seed_means_the_same_numbers_on_every_platform() -> None:
    assert testing.random_numbers(1, 1000, 10) == NUMBERS_OF_SEED_1
    assert testing.random_numbers(2**63 - 1, 2**32 - 1, 3) == NUMBERS_OF_THE_LAST_SEED


def test_the_numbers_are_those_of_the_published_generator() -> None:
    oracle = Rng(12345)
    assert testing.random_numbers(12345, 1_000_003, 200) == [
        oracle.below(1_000_003) for _ in range(200)
    ]


def test_numbers_stay_below_their_bound() -> None:
    for bound in (1, 2, 3, 7, 2**31, 2**32 - 1):
        assert max(testing.random_numbers(7, bound, 1000)) < bound


def test_numbers_are_roughly_uniform() -> None:
    # 70,000 draws of 7: 10,000 each with a standard deviation of sqrt(70,000 · 1/7 · 6/7) = 93.
    counts = Counter(testing.random_numbers(3, 7, 70_000))
    assert sorted(counts) == list(range(7))
    assert all(abs(count - 10_000) < 500 for count in counts.values())


def test_different_seeds_give_different_numbers() -> None:
    draws = {tuple(testing.random_numbers(seed, 2**30, 4)) for seed in range(200)}
    assert len(draws) == 200
