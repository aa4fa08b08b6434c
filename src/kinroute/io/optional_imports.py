"""Packages that only an extra of Kinroute installs."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from kinroute.errors import ConfigError


def install_command(extra: str) -> str:
    """The command that installs an extra, in a clone of the repository."""
    return f'pip install ".[{extra}]"'


def optional_import(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import a module that the extra installs.

    Raises ConfigError, with the command that installs it, where it or something that it needs is
    missing. `purpose` begins the message, as in "training needs torch, which is not installed".
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"{purpose} needs {error.name or module}, which is not installed\n"
            f"Install it, in a clone: {install_command(extra)}"
        ) from None
