"""Scores with a known answer, as `kinroute overkill` takes them; see `benchmarks/assays.py`."""

from __future__ import annotations

import zlib

import numpy as np
import numpy.typing as npt

from kinroute import Instance

Floats = npt.NDArray[np.float64]
_NOISE = 0.3
"""Standard deviation of the logarithm of a noisy distance."""


def random(instance: Instance) -> Floats:
    """Numbers that have nothing to do with the instance."""
    return _rng(instance).random((instance.customers, instance.customers))


def nearest(instance: Instance) -> Floats:
    """Minus the distance: the same lists as by distance."""
    return -_distances(instance)


def noisy(instance: Instance) -> Floats:
    """Minus the distance times a random factor, the same in both directions."""
    noise = np.triu(_rng(instance).normal(0, _NOISE, (instance.customers, instance.customers)), 1)
    return -_distances(instance) * np.exp(noise + noise.T)


def farthest(instance: Instance) -> Floats:
    """The distance: the farthest customers first."""
    return _distances(instance)


def _distances(instance: Instance) -> Floats:
    """Between customers, as the lists by distance have them: not rounded."""
    places = instance.positions()[1:]
    apart = places[:, None] - places
    return np.asarray(np.hypot(apart[..., 0], apart[..., 1]), np.float64)


def _rng(instance: Instance) -> np.random.Generator:
    """Random numbers of the instance, the same in every run."""
    return np.random.default_rng(zlib.crc32(instance.positions().tobytes()))
