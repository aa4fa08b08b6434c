import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinroute import Instance, generate
from kinroute.errors import RelatednessError
from kinroute.relatedness import ByRanker
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.features import FEATURES, pair_features
from kinroute.relatedness.ranker import SHIPPED, RankerWeights


def only(feature: str) -> RankerWeights:
    """A ranker that goes by one feature alone, the smaller the better."""
    f = len(FEATURES)
    hidden = np.zeros((f, 1))
    hidden[FEATURES.index(feature), 0] = -0.01
    return RankerWeights(
        mean=np.zeros(f), scale=np.ones(f), hidden=hidden, bias=np.zeros(1), output=np.ones(1)
    )


def test_scores_are_those_of_one_hidden_layer() -> None:
    weights = RankerWeights(
        mean=np.full(13, 1.0),
        scale=np.full(13, 2.0),
        hidden=np.full((13, 2), [0.1, -0.1]),
        bias=np.array([0.0, 0.5]),
        output=np.array([1.0, 2.0]),
    )
    # (3 − 1) / 2 = 1 for all 13: tanh(1.3) + 2 tanh(−1.3 + 0.5).
    expected = np.tanh(1.3) + 2 * np.tanh(-0.8)
    assert weights.scores(np.full((4, 13), 3.0)) == pytest.approx(np.full(4, expected), abs=1e-6)


def test_a_ranker_that_looks_at_one_feature_ranks_by_it(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text(json.dumps(only("distance to depot distance").as_dict()))
    # Customers 2 and 3 are 3 away from customer 1; 3 is farther from the depot: 3 / 25 < 3 / 19.
    line = Instance(
        demands=[1] * 3, capacity=3, coordinates=[(0, 0), (10, 0), (7, 0), (13, 0)], name="line"
    )
    assert ByRanker(path).neighbours(line, 2).ids[0].tolist() == [3, 2]


def test_what_is_shipped_can_be_read_and_knows_near_from_far() -> None:
    assert SHIPPED.stat().st_size < 8_000
    instance = generate(100, seed=9)
    pairs = candidates(instance, 10)
    scores = RankerWeights.read(SHIPPED).scores(pair_features(instance, pairs))
    assert scores[:, 0].mean() > scores[:, 20].mean() > scores[:, 90].mean()


def edited(**changes: Any) -> str:
    return json.dumps({**only("angle").as_dict(), **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no weights of a ranker"),
        ("[]", "no weights of a ranker"),
        (edited(format="else"), "another format or version"),
        (edited(version=2), "another format or version"),
        (edited(features=["x"]), "other features than this program has"),
        (edited(bias="high"), "no weights of a ranker"),
        (edited(mean=[1.0]), r"mean is not \(13,\) finite numbers"),
        (edited(output=[float("nan")]), r"output is not \(1,\) finite numbers"),
    ],
)
def test_foreign_weights_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "w.json"
    path.write_text(text)
    with pytest.raises(RelatednessError, match=rf"w\.json: .*{message}"):
        RankerWeights.read(path)


def test_missing_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RelatednessError, match="No such file"):
        ByRanker(tmp_path / "none.json").neighbours(generate(5), 2)
