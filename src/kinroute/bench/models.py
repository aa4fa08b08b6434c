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
from kinroute.neural.models import is_model as is_network
from kinroute.neural.models import model as network
from kinroute.neural.models import names
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.neighbours import Neighbours

ORACLE = "oracle"
_PROBE_CUSTOMERS = 100
"""As many as the paper's networks are trained for."""
_PROBE_LISTS = 15


def model_digests(model: str, entries: list[Entry]) -> dict[str, str]:
    """By instance a hash of what decides the scores of the model.

    Raises an InputError unless the model has something to say of every instance.
    """
    kind = _kind(model)
    if kind == "folder":
        return {entry.digest: _hashed(_heatmap(model, entry)) for entry in entries}
    if kind == "oracle":
        return {entry.digest: _hashed(_oracle(entry).tobytes()) for entry in entries}
    if kind == "network":
        return dict.fromkeys((entry.digest for entry in entries), network(model).sha256[:16])
    model = located(model) or model
    smallest = min((entry.instance for entry in entries), key=lambda one: one.customers)
    return dict.fromkeys((entry.digest for entry in entries), _function_digest(model, smallest))


def located(model: str | None) -> str | None:
    """The same model with a whole path, so that it is found whatever folder a worker is in."""
    if model is None or model == ORACLE or model in names():
        return model
    if Path(model).exists():
        return str(Path(model).resolve())
    if is_network(model):
        return model
    place, _, name = model.rpartition(":")
    return f"{Path(place).resolve()}:{name}" if place.endswith(".py") else model


def heatmap_of(model: str, entry: Entry, digest: str | None = None) -> Any:
    """What `kinroute.solve` takes as the heatmap; a function is called by the solver itself.

    With another `digest` than before a function is loaded anew.
    """
    kind = _kind(model)
    if kind == "folder":
        return _file(model, entry)
    if kind == "oracle":
        return Neighbours(_oracle(entry))
    if kind == "function":
        return _function(located(model) or model, digest or "")
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


def _heatmap(model: str, entry: Entry) -> bytes:
    file = _file(model, entry)
    if not file.is_file():
        raise RelatednessError(
            f"there is no {file.name}; every instance needs its heatmap", source=model
        )
    return file.read_bytes()


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
def _function(model: str, version: str) -> Callable[[Instance], Any]:
    place, _, name = model.rpartition(":")
    module = _module(place, version)
    function = getattr(module, name, None)
    if not callable(function):
        raise ConfigError(f"{place} has no function {name}; give it as {place}:NAME")

    def asked(instance: Instance) -> Any:
        try:
            return function(instance)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise RelatednessError(
                f"it fails on {instance.name} with {what}", source=model, place=_line(error, module)
            ) from error

    return asked


def _line(error: Exception, module: ModuleType) -> str | None:
    """The last line of the user's own file that an error came through."""
    at_all = extract_tb(error.__traceback__)
    lines = [at.lineno for at in at_all if at.filename == module.__file__]
    return f"line {lines[-1]}" if lines else None


def _function_digest(model: str, smallest: Instance) -> str:
    """Of its name, its file, and what it says of an instance that never changes.

    The latter tells when a network that it loads was trained again. It is left out where the
    function fails on that instance, or says something else every time.
    """
    place, _, name = model.rpartition(":")
    version = _hashed(Path(place).read_bytes()) if Path(place).is_file() else ""
    asked = ByHeatmap(_function(model, version))
    asked.neighbours(smallest, 1)  # tried once, before hours of searches without it
    probe = generate(_PROBE_CUSTOMERS, seed=0)
    try:
        said = [asked.neighbours(probe, _PROBE_LISTS).ids.tobytes() for _ in range(2)]
    except InputError:
        said = []
    source = inspect.getsourcefile(_module(place, version))
    content = Path(source).read_bytes() if source else place.encode()
    same = said[0] if len(set(said)) == 1 else b""
    return _hashed(b"\0".join((name.encode(), content, same)))


@lru_cache(maxsize=8)
def _module(place: str, version: str) -> ModuleType:
    """The user's module; another version of what was loaded before is loaded anew."""
    try:
        if not place.endswith(".py"):
            known = sys.modules.get(place) if version else None
            return importlib.reload(known) if known else importlib.import_module(place)
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
