"""A clear word where torch is missing."""

from __future__ import annotations

from importlib.util import find_spec

from kinroute.errors import ConfigError


def require_torch() -> None:
    """Raise ConfigError unless torch is installed."""
    if find_spec("torch") is None:
        raise ConfigError(
            "training needs PyTorch, which is not installed\n"
            'Install it: pip install "kinroute[neural]"'
        )
