"""Imports of packages that only the extra `bench` installs."""

from __future__ import annotations

from types import ModuleType

from kinroute.io import optional_imports


def optional_import(module: str) -> ModuleType:
    """Import a module of the extra; raises ConfigError with the command that installs it."""
    return optional_imports.optional_import(module, extra="bench", purpose="a campaign or cluster")
