"""Settings of the search that an arm changes, by dotted name.

They follow the fields of `SearchConfig`: a field that is a dataclass is a table of its own, so that
`config = { population = { elite = 2 } }` is the setting `population.elite`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from kinroute.errors import ConfigError
from kinroute.search.config import PAPER

Settings = tuple[tuple[str, Any], ...]
"""Names with values, sorted by name."""

_MOST = 2**31 - 1
"""The core counts in 32-bit integers."""


def settings_in(table: Any, defaults: Any = PAPER, *, path: str = "config") -> Settings:
    """The settings of a TOML table; raises ConfigError for unknown names and invalid values."""
    settings = canonical(_flattened(table, defaults, path), defaults)
    require_valid(settings, defaults)
    return settings


def canonical(settings: Mapping[str, Any] | Settings, defaults: Any = PAPER) -> Settings:
    """The settings sorted by name, with integers as floats where the default is a float.

    Names that `SearchConfig` does not have stay: a store may hold runs of an older version.
    """
    known = default_values(defaults)
    return tuple(
        (name, float(value) if isinstance(known.get(name), float) and _is_int(value) else value)
        for name, value in sorted(dict(settings).items())
    )


def require_valid(settings: Settings, defaults: Any = PAPER) -> None:
    """Raise ConfigError unless a search can be configured with these settings."""
    known = default_values(defaults)
    for name, value in settings:
        if name not in known:
            raise ConfigError(f"unknown setting {name!r}; use {', '.join(known)}")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if isinstance(known[name], float) and not is_number:
            raise ConfigError(f"{name} = {value!r}; use a number")
        if not isinstance(known[name], float) and is_number and value > _MOST:
            raise ConfigError(f"{name} = {value!r}; use at most {_MOST}")
    defaults.updated(nested(settings))


def nested(settings: Settings) -> dict[str, Any]:
    """The settings as `SearchConfig.updated` takes them."""
    tables: dict[str, Any] = {}
    for name, value in settings:
        *path, last = name.split(".")
        table = tables
        for part in path:
            table = table.setdefault(part, {})
        table[last] = value
    return tables


def default_values(config: Any = PAPER, path: str = "") -> dict[str, Any]:
    """The value of every setting by dotted name."""
    values: dict[str, Any] = {}
    for part in fields(config):
        value = getattr(config, part.name)
        if is_dataclass(value):
            values |= default_values(value, f"{path}{part.name}.")
        else:
            values[f"{path}{part.name}"] = value
    return values


def _flattened(table: Any, defaults: Any, path: str) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise ConfigError(f"{path} of [[arms]] is {table!r}; it must be a table")
    known = [part.name for part in fields(defaults)]
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise ConfigError(f"unknown key {key!r} in {path} of [[arms]]; use {', '.join(known)}")
        inner = getattr(defaults, key)
        if is_dataclass(inner):
            values = _flattened(value, inner, f"{path}.{key}")
            found |= {f"{key}.{name}": one for name, one in values.items()}
        else:
            found[key] = value
    return found


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
