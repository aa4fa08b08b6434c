"""The sources of an arm's scores: a network by name or file, a folder of heatmaps, a function, a
known solution (the oracle), or random numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from kinroute.bench.arm import Arm
from kinroute.bench.hashing import hashed
from kinroute.bench.instances import Entry
from kinroute.errors import ConfigError, RelatednessError
from kinroute.io.text import read_text
from kinroute.neural.models import is_model as is_network
from kinroute.neural.models import model as network
from kinroute.neural.models import names, where_to_get
from kinroute.relatedness.folder import HeatmapFolder
from kinroute.relatedness.function_digest import function_digest, pinned_like
from kinroute.relatedness.functions import NamedFunction, is_function_text
from kinroute.relatedness.named import ORACLE as ORACLE_FILE
from kinroute.relatedness.neighbours import Neighbours
from kinroute.relatedness.routes import ByRoutes
from kinroute.solution import Solution

Kind = Literal["network", "folder", "function", "oracle", "random"]

ORACLE = "oracle"
RANDOM = "random"
"""Symmetric scores that are drawn once for each instance: a negative control."""
_ORACLE_LISTS = 2
"""A customer has two neighbours on its route."""


def source_digests(arm: Arm, entries: list[Entry]) -> dict[str, str | None]:
    """By instance a hash of what decides the scores of an arm; None without a source.

    Raises an InputError unless its model and solution files cover every instance.
    """
    models = {} if arm.model is None else model_digests(arm.model, entries)
    files = [_routes_digest(name, entries) for name in arm.oracles]
    if not files:
        return {entry.digest: models.get(entry.digest) for entry in entries}
    found: dict[str, str | None] = {}
    for entry in entries:
        own = models.get(entry.digest, "")
        found[entry.digest] = pinned_like(hashed("\0".join([own, *files]).encode()), own)
    return found


def model_digests(model: str, entries: list[Entry]) -> dict[str, str]:
    """By instance a hash of what decides the scores of the model.

    Raises an InputError unless the model has scores for every instance.
    """
    kind = kind_of_model(model)
    if kind == "folder":
        return {entry.digest: hashed(_heatmap(model, entry)) for entry in entries}
    if kind == "oracle":
        return {entry.digest: hashed(_oracle(entry).ids.tobytes()) for entry in entries}
    if kind == "random":
        return {entry.digest: RANDOM for entry in entries}
    if kind == "network":
        return dict.fromkeys((entry.digest for entry in entries), network(model).sha256[:16])
    smallest = min((entry.instance for entry in entries), key=lambda one: one.customers)
    digest = function_digest(_absolute_model(model), smallest)
    return dict.fromkeys((entry.digest for entry in entries), digest)


def absolute(arm: Arm) -> Arm:
    """The same arm with absolute paths, which a worker finds from any working directory."""
    return replace(
        arm,
        model=None if arm.model is None else _absolute_model(arm.model),
        local_search=_absolute_oracle(arm.local_search),
        crossover=_absolute_oracle(arm.crossover),
    )


def heatmap_of(model: str, entry: Entry, digest: str | None = None) -> Any:
    """The `heatmap` argument of `kinroute.solve`: a function or a network is not called yet.

    A function is loaded anew where `digest` differs from before.
    """
    kind = kind_of_model(model)
    if kind == "folder":
        return _file(model, entry)
    if kind == "oracle":
        return _oracle(entry)
    if kind == "random":
        return _random_scores(entry)
    if kind == "function":
        return NamedFunction(_absolute_model(model), digest or "")
    return model


def _absolute_model(model: str) -> str:
    if model in (ORACLE, RANDOM) or model in names():
        return model
    if Path(model).exists():
        return str(Path(model).resolve())
    if is_network(model):
        return model
    place, _, name = model.rpartition(":")
    return f"{Path(place).resolve()}:{name}" if place.endswith(".py") else model


def _absolute_oracle(relatedness: str | None) -> str | None:
    if relatedness is None or not relatedness.startswith(ORACLE_FILE):
        return relatedness
    return f"{ORACLE_FILE}{Path(relatedness.removeprefix(ORACLE_FILE)).resolve()}"


def kind_of_model(model: str) -> Kind:
    """What the model of an arm is; raises ConfigError, with what would be right, for others."""
    if model == ORACLE:
        return "oracle"
    if model == RANDOM:
        return "random"
    if is_network(model):
        return "network"
    if Path(model).is_dir():
        return "folder"
    if is_function_text(model):
        return "function"
    known = ", ".join([*names(), ORACLE, RANDOM])
    raise ConfigError(
        f"unknown model {model!r}; use {known}, a .safetensors file, a folder of .npz files named "
        f"after the instances, or a function as module:function or file.py:function"
        f"{where_to_get(model)}"
    )


def _file(model: str, entry: Entry) -> Path:
    return HeatmapFolder(Path(model), entry.name).file(entry.instance)


def _heatmap(model: str, entry: Entry) -> bytes:
    return _file(model, entry).read_bytes()


def _oracle(entry: Entry) -> Neighbours:
    """The lists by the best known solution."""
    if entry.routes is None:
        raise RelatednessError(
            f"the oracle needs a best known solution of {entry.name}; put a .sol file beside it"
        )
    return ByRoutes(Solution(entry.routes)).neighbours(entry.instance, _ORACLE_LISTS)


def _random_scores(entry: Entry) -> npt.NDArray[np.float64]:
    """The same for every run on an instance."""
    rng = np.random.default_rng(int(entry.digest, 16))
    scores = rng.random((entry.instance.customers,) * 2)
    return scores + scores.T


def _routes_digest(oracle: str, entries: list[Entry]) -> str:
    """A hash of a solution file; raises RelatednessError unless it fits every instance."""
    path = oracle.removeprefix(ORACLE_FILE)
    content = read_text(path)
    for entry in entries:
        ByRoutes(path).neighbours(entry.instance, 1)
    return hashed(content.encode())
