import time
from collections.abc import Callable

import pytest

import kinroute
from kinroute.bench.solving.first import FirstSearch
from kinroute.errors import ConfigError
from kinroute.solution.result import Result

INSTANCE = kinroute.generate(60, seed=1)


def searching(is_over: Callable[[object], bool]) -> Result:
    return kinroute.solve(INSTANCE, stop=[60.0, is_over])


def test_it_searches_until_it_is_ended() -> None:
    with FirstSearch(searching) as first:
        first.wait(0.1)
        assert first.is_running
        result = first.ended()
    assert result.feasible
    assert result.runtime < 30


def test_it_ends_with_its_caller() -> None:
    with pytest.raises(KeyError), FirstSearch(searching) as first:
        raise KeyError
    assert not first.is_running


def test_what_it_raises_is_raised_where_its_result_is_taken() -> None:
    def failing(_: object) -> Result:
        raise ConfigError("no")

    with FirstSearch(failing) as first, pytest.raises(ConfigError, match="no"):
        first.ended()


def test_an_observer_that_interrupts_it_keeps_its_result() -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    def search(_: object) -> Result:
        return kinroute.solve(INSTANCE, stop=60.0, observer=interrupt)

    began = time.monotonic()
    with FirstSearch(search) as first:
        first.wait(60)
        assert first.ended().stopped_by == "interrupted"
    assert time.monotonic() - began < 30
