import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute import _core

SCORES = st.sampled_from([-2.5, -1.0, -0.0, 0.0, 1e-35, 0.25, 0.5, 1.0, 3.0])


@given(st.data())
def test_members_are_ranked_as_by_a_stable_sort(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 12))
    rows = data.draw(st.integers(1, 3))
    heat = np.array([[data.draw(SCORES) for _ in range(size + 1)] for _ in range(rows)], np.float32)
    members = (np.random.default_rng(size).permutation(size) + 5).astype(np.int32)
    centres = [data.draw(st.integers(0, size - 1)) for _ in range(rows)]
    ids, scores, tied = _core.ranked_by_heat(heat, members, centres)
    assert ids.shape == scores.shape == (rows, size - 1)
    for row, centre in enumerate(centres):
        of_others = {k: float(heat[row, 1 + k]) for k in range(size) if k != centre}
        order = sorted(of_others, key=lambda k: -of_others[k])
        assert ids[row].tolist() == members[order].tolist()
        assert scores[row].tolist() == [of_others[k] for k in order]
        assert (row in tied) == (len(set(of_others.values())) < len(of_others))


def test_scores_that_are_no_numbers_stay_in_the_list() -> None:
    heat = np.full((1, 4), np.nan, np.float32)
    heat.view(np.uint32)[0, 1] = 0xFFFFFFFF  # the one that would order below everything
    ids, _, _ = _core.ranked_by_heat(heat, np.array([1, 2, 3], np.int32), [2])
    assert sorted(ids[0].tolist()) == [1, 2]


def test_heat_of_another_shape_is_refused() -> None:
    members = np.array([1, 2], np.int32)
    with pytest.raises(ValueError, match="one row per centre"):
        _core.ranked_by_heat(np.zeros((1, 2), np.float32), members, [0])
    with pytest.raises(IndexError, match="no such customer"):
        _core.ranked_by_heat(np.zeros((1, 3), np.float32), members, [2])
