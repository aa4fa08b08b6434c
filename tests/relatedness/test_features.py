import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import Instance, generate
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.features import FEATURES, pair_features

# On a line east of the depot at 2, 4 and 10; demands 1, 2, 3 of 4.
LINE = Instance(
    demands=[1, 2, 3], capacity=4, coordinates=[(0, 0), (2, 0), (4, 0), (10, 0)], name="line"
)


def of(instance: Instance, i: int, j: int) -> dict[str, float]:
    pairs = candidates(instance, 2)
    at = pairs.ids[i - 1].tolist().index(j - 1)
    return dict(zip(FEATURES, pair_features(instance, pairs)[i - 1, at].tolist(), strict=True))


def test_features_are_what_they_say() -> None:
    found = of(LINE, 1, 3)
    # 3 is the second of 1, and 1 the second of 3.
    assert found["better rank"] == found["worse rank"] == pytest.approx(np.log(2))
    assert found["distance to depot distance"] == pytest.approx(8 / 20)
    assert found["radial share"] == 1
    assert found["angle"] == 0
    assert found["customers between"] == pytest.approx(np.log(2))
    assert found["demand of both"] == 1
    assert found["difference of demands"] == 0.5
    assert found["depot distance to its mean"] == pytest.approx(12 / (2 * 16 / 3))
    assert found["customers on a route"] == pytest.approx(np.log(3 * 4 / 6))
    # The mean distances to the others are 5, 4 and 7.
    assert found["distance to local distance"] == pytest.approx(np.log1p(8 / 35**0.5))
    # Less the way to the depot: from 1, 3 has 8 − 10 and 2 has 2 − 4, so the nearer 2 comes first.
    assert found["better rank by savings"] == pytest.approx(np.log(2))


@given(seed=st.integers(0, 99), n=st.integers(2, 30))
@settings(max_examples=25, deadline=None)
def test_a_pair_has_the_same_features_both_ways(seed: int, n: int) -> None:
    instance = generate(n, seed=seed)
    pairs = candidates(instance, 5)
    features = pair_features(instance, pairs)
    square = np.zeros((n, n, len(FEATURES)))
    np.put_along_axis(square, pairs.ids[:, :, None], features, axis=1)
    assert np.allclose(square, square.transpose(1, 0, 2))


@pytest.mark.parametrize("factor", [0.001, 1000.0])
def test_features_are_free_of_scale(factor: float) -> None:
    instance = generate(40, seed=3)
    assert instance.coordinates is not None
    larger = Instance(
        demands=instance.demands * factor,
        capacity=instance.capacity * factor,
        coordinates=np.asarray(instance.coordinates) * factor,
    )
    one, other = (pair_features(i, candidates(i, 5)) for i in (instance, larger))
    assert np.allclose(one, other, atol=1e-5)


def test_customers_in_one_place_do_no_harm() -> None:
    same = Instance(demands=[0, 0, 0], capacity=1, coordinates=[(1, 1)] * 4)
    assert np.isfinite(pair_features(same, candidates(same, 2))).all()


def test_copies_among_many_candidates_do_no_harm() -> None:
    instance = generate(300, seed=1)
    assert np.isfinite(pair_features(instance, candidates(instance, 5))).all()
