"""A user's function from an instance to scores, as `module:function` or `file.py:function`."""

from __future__ import annotations

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

from kinroute.bench.hashing import hashed
from kinroute.errors import ConfigError, InputError, RelatednessError
from kinroute.problem.generate import generate
from kinroute.problem.instance import Instance
from kinroute.relatedness.heatmap import ByHeatmap

_PROBE_CUSTOMERS = 100
"""The size that the paper's networks are trained for."""
_PROBE_LISTS = 15


@lru_cache(maxsize=8)
def function(name: str, version: str) -> Callable[[Instance], Any]:
    """The function of that name; another `version` than before is loaded anew.

    Its exceptions become RelatednessErrors with the line of the user's file.
    """
    place, _, attribute = name.rpartition(":")
    module = module_at(place, version)
    wrapped = getattr(module, attribute, None)
    if not callable(wrapped):
        raise ConfigError(f"{place} has no function {attribute}; give it as {place}:NAME")

    def scores(instance: Instance) -> Any:
        try:
            return wrapped(instance)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise RelatednessError(
                f"it fails on {instance.name} with {what}", source=name, place=_line(error, module)
            ) from error

    return scores


def function_digest(name: str, smallest: Instance) -> str:
    """A hash of the function's name, its file, and its scores for a fixed instance.

    The scores change when a network that the function loads is trained again. They are left out
    where the function fails on the fixed instance, or is not deterministic.
    """
    place, _, attribute = name.rpartition(":")
    version = hashed(Path(place).read_bytes()) if Path(place).is_file() else ""
    related = ByHeatmap(function(name, version))
    related.neighbours(smallest, 1)  # fails now rather than after hours of other runs
    probe = generate(_PROBE_CUSTOMERS, seed=0)
    try:
        answers = [related.neighbours(probe, _PROBE_LISTS).ids.tobytes() for _ in range(2)]
    except InputError:
        answers = []
    source = inspect.getsourcefile(module_at(place, version))
    content = Path(source).read_bytes() if source else place.encode()
    scores = answers[0] if len(set(answers)) == 1 else b""
    return hashed(b"\0".join((attribute.encode(), content, scores)))


@lru_cache(maxsize=8)
def module_at(place: str, version: str) -> ModuleType:
    """The user's module by name or file; another version than before is loaded anew."""
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


def _line(error: Exception, module: ModuleType) -> str | None:
    """The last line of the user's own file in the traceback."""
    frames = extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == module.__file__]
    return f"line {lines[-1]}" if lines else None
