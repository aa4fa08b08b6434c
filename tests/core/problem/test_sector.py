import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.problems import testing

# Angles are counted in 65,536ths of a full turn: 16,384 is a right angle.
ANGLES = st.lists(st.integers(0, 65_535), min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("a", "b", "overlap"),
    [
        ([0, 1000], [500], True),
        ([0, 1000], [1000, 2000], True),
        ([0, 1000], [1001, 2000], False),
        ([65_000, 500], [100], True),  # the first one runs over the turn
        ([65_000, 500], [65_500, 65_535], True),
        ([65_000, 500], [30_000], False),
        ([500], [0, 1000], True),
        ([7], [7], True),
        ([7], [8], False),
        ([0, 16_384, 32_768], [8000, 8001], True),
        ([0, 60_000], [30_000], False),  # the short way round, over the turn
    ],
)
def test_sectors_overlap_when_an_angle_is_in_both(
    a: list[int], b: list[int], overlap: bool
) -> None:
    assert testing.sectors_overlap(a, b) is overlap


@given(a=ANGLES, b=ANGLES)
@settings(max_examples=300, deadline=None)
def test_overlap_holds_both_ways(a: list[int], b: list[int]) -> None:
    assert testing.sectors_overlap(a, b) == testing.sectors_overlap(b, a)


@given(a=ANGLES)
@settings(max_examples=200, deadline=None)
def test_a_sector_holds_every_angle_it_was_made_of(a: list[int]) -> None:
    assert all(testing.sectors_overlap(a, [angle]) for angle in a)


@given(a=ANGLES, b=ANGLES, turn=st.integers(0, 65_535))
@settings(max_examples=300, deadline=None)
def test_turning_everything_changes_nothing(a: list[int], b: list[int], turn: int) -> None:
    turned = [[(angle + turn) % 65_536 for angle in angles] for angles in (a, b)]
    assert testing.sectors_overlap(*turned) == testing.sectors_overlap(a, b)
