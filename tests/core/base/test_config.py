"""The settings in the core and in Python: the same fields, the same values."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import SearchConfig, _core
from kinroute.search.bridge import core_config
from kinroute.search.config import PAPER


def core_fields(config: object) -> set[str]:
    """What can be set in a struct of the core."""
    return {name for name in dir(config) if not name.startswith("_")}


def parts(config: Any, core: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """All nested settings of both sides, with the path to them."""
    yield path, config, core
    for part in fields(config):
        if is_dataclass(getattr(config, part.name)):
            inner = getattr(config, part.name), getattr(core, part.name)
            yield from parts(*inner, f"{path}{part.name}.")


def values(config: Any, core: Any) -> Iterator[tuple[str, object, object]]:
    """All values of both sides, with the path to them."""
    for path, mine, theirs in parts(config, core):
        for part in fields(mine):
            value = getattr(mine, part.name)
            if not is_dataclass(value):
                yield f"{path}{part.name}", value, getattr(theirs, part.name)


def test_every_setting_is_there_on_both_sides() -> None:
    for path, mine, theirs in parts(PAPER, _core.SearchConfig()):
        assert {part.name for part in fields(mine)} == core_fields(theirs), path or "SearchConfig"
        assert type(mine).__name__ == type(theirs).__name__


@st.composite
def changed(draw: st.DrawFn, config: Any = PAPER) -> Any:
    """Settings, each of them with some other value that its rule allows."""
    changes: dict[str, Any] = {}
    for part in fields(config):
        value = getattr(config, part.name)
        if is_dataclass(value):
            changes[part.name] = draw(changed(value))
        elif isinstance(value, bool):
            changes[part.name] = not value
        elif isinstance(value, int):
            changes[part.name] = draw(st.integers(50, 2**31 - 1))
        else:
            changes[part.name] = draw(st.floats(0.01, 0.99))
    return type(config)(**changes)


@given(config=changed())
@settings(max_examples=50, deadline=None)
def test_every_setting_reaches_the_core_as_it_is(config: SearchConfig) -> None:
    found = list(values(config, core_config(config)))
    assert len(found) > 25
    for path, mine, theirs in found:
        assert theirs == mine, path
        assert type(theirs) is type(mine), path
