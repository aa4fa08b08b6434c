from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.problem.packing import fewest_bins, packs, whole_sizes


def optimum(sizes: list[int], capacity: int) -> int:
    """Try every assignment of sizes to bins."""
    for bins in range(len(sizes) + 1):
        for places in product(range(bins), repeat=len(sizes)):
            loads = [0] * bins
            for size, place in zip(sizes, places, strict=True):
                loads[place] += size
            if all(load <= capacity for load in loads):
                return bins
    raise AssertionError("one bin each always fits")


small_sizes = st.lists(st.integers(0, 12), min_size=1, max_size=6)


@settings(max_examples=150, deadline=None)
@given(sizes=small_sizes, spare=st.integers(0, 8))
def test_the_bound_never_exceeds_the_optimum(sizes: list[int], spare: int) -> None:
    capacity = max(1, *sizes) + spare
    best = optimum([size for size in sizes if size], capacity)
    bound = fewest_bins(sizes, capacity)
    assert -(-sum(sizes) // capacity) <= bound <= best


@settings(max_examples=150, deadline=None)
@given(sizes=small_sizes, spare=st.integers(0, 8), bins=st.integers(1, 6))
def test_packing_agrees_with_brute_force(sizes: list[int], spare: int, bins: int) -> None:
    capacity = max(1, *sizes) + spare
    best = optimum([size for size in sizes if size], capacity)
    assert packs(sizes, capacity, bins) is (best <= bins)


def test_the_bound_counts_items_that_cannot_share() -> None:
    # Three of 6 in bins of 10: the total 18 would fit two bins, but no two of them fit one.
    assert fewest_bins([6, 6, 6], 10) == 3


def test_the_search_proves_what_the_bound_cannot() -> None:
    # 4 + 4 + 4 + 3 + 3 + 2 = 20 = 2 * 10: 4 + 4 + 2 leaves 4 + 3 + 3, which is 10: it fits.
    assert packs([4, 4, 4, 3, 3, 2], 10, 2) is True
    # 5 * 4 = 20 = 2 * 10, but a bin of 10 holds only two 4s: 3 bins.
    assert fewest_bins([4] * 5, 10) == 2
    assert packs([4] * 5, 10, 2) is False
    assert packs([4] * 5, 10, 3) is True


def test_nothing_is_claimed_when_the_search_is_cut_short() -> None:
    assert packs([4] * 5, 10, 2, node_limit=1) is None


def test_an_item_larger_than_a_bin_never_packs() -> None:
    assert packs([11], 10, 5) is False


def test_nothing_to_pack_needs_no_bin() -> None:
    assert fewest_bins([0, 0], 10) == 0
    assert packs([0, 0], 10, 1) is True


def test_whole_numbers_stay_and_fractions_are_never_made_larger() -> None:
    assert whole_sizes([3.0, 4.0], 10.0) == ([3, 4], 10)
    sizes, capacity = whole_sizes([0.1] * 10, 1.0)
    assert fewest_bins(sizes, capacity) == 1  # ten tenths fit, whatever floats add up to
    sizes, capacity = whole_sizes([0.6, 0.6], 1.0)
    assert fewest_bins(sizes, capacity) == 2


def test_thousands_of_items_are_packed_in_no_time() -> None:
    sizes = [1 + (i * 37) % 50 for i in range(10_000)]
    bins = fewest_bins(sizes, 100)
    assert packs(sizes, 100, bins) is not False
    assert packs(sizes, 100, bins - 1) is False
