"""What the extra `bench` brings, or a word on how to get it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from kinroute.errors import ConfigError


def from_extra(module: str) -> ModuleType:
    """Import a module that the extra brings; raises ConfigError where it is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"{error.name} is not installed; campaigns need it\n"
            'Install it with: pip install "kinroute[bench]"'
        ) from None
