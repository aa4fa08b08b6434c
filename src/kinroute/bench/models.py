"""Where the scores of an N method come from: a network by its name or file, a folder of heatmaps, a
function, or the best known solution."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

import numpy as np

from kinroute.bench.instances import Entry
from kinroute.errors import ConfigError, InputError, RelatednessError
from kinroute.instance import Instance
from kinroute.neural.models import is_model as is_network
from kinroute.neural.models import model as network
from kinroute.neural.models import names
from kinroute.relatedness import ByHeatmap, Neighbours

ORACLE = "oracle"


def require_model(model: str, entries: list[Entry]) -> None:
    """Raise an InputError unless the model has something to say of every instance."""
    kind = _kind(model)
    for entry in entries:
        if kind == "folder" and not _file(model, entry).is_file():
            raise RelatednessError(
                f"there is no {entry.name}.npz; every instance needs its heatmap", source=model
            )
        if kind == "oracle":
            _oracle(entry)
    if kind == "function":  # tried once, before hours of searches without it
        smallest = min((entry.instance for entry in entries), key=lambda one: one.customers)
        ByHeatmap(_function(located(model) or model)).neighbours(smallest, 1)


def model_digest(model: str | None, entry: Entry) -> str | None:
    """A hash of what decides the scores of this instance."""
    if model is None:
        return None
    kind = _kind(model)
    if kind == "folder":
        return _hashed(_file(model, entry).read_bytes())
    if kind == "oracle":
        return _hashed(_oracle(entry).tobytes())
    if kind == "function":
        model = located(model) or model
        source = inspect.getsourcefile(_module(model.rpartition(":")[0]))
        return _hashed(Path(source).read_bytes() if source else model.encode())
    return network(model).sha256[:16]


def located(model: str | None) -> str | None:
    """The same model with a whole path, so that it is found whatever folder a worker is in."""
    if model is None or model == ORACLE:
        return model
    if Path(model).exists():
        return str(Path(model).resolve())
    if is_network(model):
        return model
    place, _, name = model.rpartition(":")
    return f"{Path(place).resolve()}:{name}" if place.endswith(".py") else model


def heatmap_of(model: str, entry: Entry) -> Any:
    """What `kinroute.solve` takes as the heatmap; a function is called by the solver itself."""
    kind = _kind(model)
    if kind == "folder":
        return _file(model, entry)
    if kind == "oracle":
        return Neighbours(_oracle(entry))
    if kind == "function":
        return _function(located(model) or model)
    return model


def _kind(model: str) -> str:
    if model == ORACLE:
        return "oracle"
    if is_network(model):
        return "network"
    if Path(model).is_dir():
        return "folder"
    if ":" in model:
        return "function"
    known = ", ".join([*names(), ORACLE])
    raise ConfigError(
        f"unknown model {model!r}; use {known}, a .safetensors file, a folder of .npz files named "
        "after the instances, "
        "or a function as module:function or file.py:function"
    )


def _file(model: str, entry: Entry) -> Path:
    return Path(model) / f"{entry.name}.npz"


def _oracle(entry: Entry) -> np.ndarray[Any, np.dtype[np.int32]]:
    """(n, 2): before and after each customer in the best known solution; 0 for the depot."""
    if entry.routes is None:
        raise RelatednessError(
            f"the oracle needs a best known solution of {entry.name}; put a .sol file beside it"
        )
    sides = np.zeros((entry.instance.customers, 2), np.int32)
    for route in entry.routes:
        for before, customer, after in zip((0, *route[:-1]), route, (*route[1:], 0), strict=True):
            distinct = list(dict.fromkeys(c for c in (before, after) if c))
            sides[customer - 1, : len(distinct)] = distinct
    return sides


@lru_cache(maxsize=8)
def _function(model: str) -> Callable[[Instance], Any]:
    place, _, name = model.rpartition(":")
    function = getattr(_module(place), name, None)
    if not callable(function):
        raise ConfigError(f"{place} has no function {name}; give it as {place}:NAME")

    def asked(instance: Instance) -> Any:
        try:
            return function(instance)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise RelatednessError(
                f"it fails on {instance.name} with {what}", source=model, place=_line(error, place)
            ) from error

    return asked


def _line(error: Exception, place: str) -> str | None:
    """The last line of the user's own file that an error came through."""
    own = _module(place).__file__
    lines = [at.lineno for at in extract_tb(error.__traceback__) if at.filename == own]
    return f"line {lines[-1]}" if lines else None


@lru_cache(maxsize=8)
def _module(place: str) -> ModuleType:
    try:
        if not place.endswith(".py"):
            return importlib.import_module(place)
        spec = importlib.util.spec_from_file_location(f"kinroute_user_{Path(place).stem}", place)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except InputError:
        raise
    except Exception as error:
        raise ConfigError(f"cannot load {place}: {type(error).__name__}: {error}") from error
    return module


def _hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
