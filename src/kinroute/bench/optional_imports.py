"""Imports of packages that only the extra `bench` installs."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from kinroute.errors import ConfigError


def optional_import(module: str) -> ModuleType:
    """Import a module of the extra; raises ConfigError with the command that installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"{error.name} is not installed; campaigns need it\n"
            'Install it with: pip install "kinroute[bench]"'
        ) from None
