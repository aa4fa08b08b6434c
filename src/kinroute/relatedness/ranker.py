"""φ by a small learned ranker: 13 features of a pair, 181 weights, plain NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from kinroute.errors import RelatednessError
from kinroute.io.json_values import json_value
from kinroute.problem.geometry import FloatArray
from kinroute.problem.instance import Instance
from kinroute.relatedness.candidates import candidates
from kinroute.relatedness.features import FEATURES, pair_features
from kinroute.relatedness.neighbours import Neighbours

SHIPPED = Path(__file__).with_name("ranker.json")
FORMAT = "kinroute-ranker"
VERSION = 1

_ROWS = 500  # customers whose pairs go through the hidden layer at a time
_DECIMALS = 6  # products of matrices may differ beyond these where rows lie elsewhere


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankerWeights:
    """One hidden layer: score = output · tanh(hidden · (features − mean) / scale + bias)."""

    mean: FloatArray
    """(f,) of the features in training"""
    scale: FloatArray
    """(f,)"""
    hidden: FloatArray
    """(f, h)"""
    bias: FloatArray
    """(h,)"""
    output: FloatArray
    """(h,)"""

    def scores(self, features: npt.NDArray[np.floating[Any]]) -> FloatArray:
        """(…) for features (…, f): the log-odds of an edge, but for a constant."""
        inside = np.tanh(((features - self.mean) / self.scale) @ self.hidden + self.bias)
        return np.asarray(np.round(inside @ self.output, _DECIMALS))

    def as_dict(self) -> dict[str, Any]:
        """The content of a file of weights."""
        arrays = {name: getattr(self, name).tolist() for name in _SHAPES}
        return {"format": FORMAT, "version": VERSION, "features": list(FEATURES), **arrays}

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Self:
        """Read a file of weights; raises RelatednessError for what is none."""
        source = str(path)
        try:
            values = json_value(Path(path).read_text("utf-8"))
            if values["format"] != FORMAT or values["version"] != VERSION:
                raise ValueError("another format or version")
            if values["features"] != list(FEATURES):
                raise ValueError("other features than this program has")
            arrays = {name: np.array(values[name], np.float64) for name in _SHAPES}
        except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
            raise RelatednessError(f"no weights of a ranker ({error})", source=source) from None
        width = arrays["bias"].shape[0] if arrays["bias"].ndim else 0
        for name, shape in _SHAPES.items():
            wanted = tuple({"f": len(FEATURES), "h": width}[letter] for letter in shape)
            if arrays[name].shape != wanted or not np.isfinite(arrays[name]).all():
                raise RelatednessError(f"{name} is not {wanted} finite numbers", source=source)
        return cls(**arrays)


_SHAPES = {"mean": "f", "scale": "f", "hidden": "fh", "bias": "h", "output": "h"}


@dataclass(frozen=True, slots=True)
class ByRanker:
    """The higher the learned probability of an edge, the more related.

    `tools/fit_ranker.py` fits the weights to labels; the default are those that ship.
    """

    weights: str | PathLike[str] = SHIPPED

    def neighbours(self, instance: Instance, k: int) -> Neighbours:
        """Rank by the score of the ranker."""
        pairs = candidates(instance, k)
        if pairs.ids.size == 0:
            return pairs.neighbours(pairs.length, k)
        weights = RankerWeights.read(self.weights)
        features = pair_features(instance, pairs)
        keys = np.empty(pairs.ids.shape)
        for first in range(0, len(keys), _ROWS):
            keys[first : first + _ROWS] = -weights.scores(features[first : first + _ROWS])
        return pairs.neighbours(keys, k)
