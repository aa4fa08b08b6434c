"""A user's function from instances to scores, as `module:function` or `file.py:function`.

def scores(instance): ...           # scores (n, n) of one instance
scores.batch = 32                   # then it takes a list of at most 32, and returns as many
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from kinroute.errors import ConfigError, InputError, RelatednessError
from kinroute.problem.instance import Instance

_TEXT = re.compile(r"(.+\.py|[A-Za-z_][\w.]*):[A-Za-z_]\w*")


def is_function_text(source: object) -> bool:
    """Whether a text names a function, as `file.py:function` or `module:function`."""
    return isinstance(source, str | PathLike) and _TEXT.fullmatch(str(source)) is not None


@dataclass(frozen=True, slots=True)
class NamedFunction:
    """A function by its text; it is loaded when it is first called.

    Its exceptions become RelatednessErrors with the line of the user's file. Another `version` than
    before is loaded anew.
    """

    name: str
    version: str = ""

    def __call__(self, instance: Instance) -> Any:
        """The scores of one instance."""
        return self.scores([instance])[0]

    @property
    def batch(self) -> int | None:
        """How many instances it takes at a time; None where it takes one by one."""
        return batch_of(loaded(self.name, self.version), self.name)

    def scores(self, instances: Sequence[Instance]) -> list[Any]:
        """The scores of each instance; at most `batch` of them."""
        function = loaded(self.name, self.version)
        try:
            return called(function, instances, self.name)
        except InputError:
            raise
        except Exception as error:
            first, more = instances[0].name, len(instances) - 1
            which = f"{first} and {more} more" if more else first
            raise RelatednessError(
                f"it fails on {which} with {type(error).__name__}: {error}",
                source=self.name,
                place=_line(error, module_at(self.name.rpartition(":")[0], self.version)),
            ) from error


def called(
    function: Callable[..., Any], instances: Sequence[Instance], name: str = "the function"
) -> list[Any]:
    """The scores of each instance, by one call where the function takes a batch."""
    if batch_of(function, name) is None:
        return [function(instance) for instance in instances]
    found = list(function(list(instances)))
    if len(found) != len(instances):
        raise RelatednessError(
            f"{name} returned {len(found)} heatmaps for {len(instances)} instances; a function "
            "with a batch returns one for each"
        )
    return found


def batch_of(function: object, name: str = "the function") -> int | None:
    """The attribute `batch` of a function, where it has one; raises ConfigError unless valid."""
    size = getattr(function, "batch", None)
    if size is None or isinstance(function, NamedFunction):
        return None
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise ConfigError(f"{name} has batch = {size!r}; use a whole number from 1 up")
    return size


@lru_cache(maxsize=8)
def loaded(name: str, version: str) -> Callable[..., Any]:
    """The function of that name; another `version` than before is loaded anew."""
    place, _, attribute = name.rpartition(":")
    function = getattr(module_at(place, version), attribute, None)
    if not callable(function):
        raise ConfigError(f"{place} has no function {attribute}; give it as {place}:NAME")
    made: Callable[..., Any] = function
    return made


@lru_cache(maxsize=8)
def module_at(place: str, version: str) -> ModuleType:
    """The user's module by name or file; another version than before is loaded anew."""
    if place.endswith(".py") and not Path(place).is_file():
        raise ConfigError(f"there is no file {place}; give a function as file.py:function")
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
