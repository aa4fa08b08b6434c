"""What a user's function is recognised by: its name, its file, and what it answers."""

from __future__ import annotations

import hashlib
import inspect
from pathlib import Path

from kinroute.errors import InputError
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance
from kinroute.relatedness.functions import NamedFunction, module_at
from kinroute.relatedness.heatmap import ByHeatmap

_PROBE_CUSTOMERS = 100
"""The size that the paper's networks are trained for."""
_PROBE_LISTS = 15
_UNPINNED = "-unpinned"


def function_digest(name: str, smallest: Instance) -> str:
    """A hash of the function's name, its file, and its scores for a fixed instance.

    The scores change when a network that the function loads is trained again. Where the function
    fails on the fixed instance, or is not deterministic, they are left out and the digest is not
    `is_pinned`.
    """
    place, _, attribute = name.rpartition(":")
    version = _hashed(Path(place).read_bytes()) if Path(place).is_file() else ""
    related = ByHeatmap(NamedFunction(name, version))
    related.neighbours(smallest, 1)  # fails now rather than after hours of other runs
    probe = generate(_PROBE_CUSTOMERS, seed=0)
    try:
        answers = [related.neighbours(probe, _PROBE_LISTS).ids.tobytes() for _ in range(2)]
    except InputError:
        answers = []
    source = inspect.getsourcefile(module_at(place, version))
    content = Path(source).read_bytes() if source else place.encode()
    is_same = len(set(answers)) == 1
    digest = _hashed(b"\0".join((attribute.encode(), content, answers[0] if is_same else b"")))
    return digest if is_same else digest + _UNPINNED


def is_pinned(digest: str) -> bool:
    """Whether equal digests mean equal scores; only then may scores be kept."""
    return not digest.endswith(_UNPINNED)


def pinned_like(digest: str, other: str) -> str:
    """A digest that is as little pinned as another that it depends on."""
    return digest if is_pinned(other) else digest + _UNPINNED


def _hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
