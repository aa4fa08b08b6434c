import shlex

import pytest

import kinroute
from kinroute.errors import ConfigError
from kinroute.studio.model.settings import SearchSettings, settings_of

FULL = SearchSettings(
    method="D-D",
    local_search="fusion",
    crossover="ox",
    time_limit=2.5,
    iterations=40,
    no_improvement=30,
    target=100.0,
    granularity=12,
    seed=7,
    threads=2,
)


def test_the_defaults_need_no_option() -> None:
    assert SearchSettings().options() == []
    assert SearchSettings().values() == {}


def test_options_are_those_of_the_command_line() -> None:
    assert shlex.join(FULL.options()) == (
        "--method D-D --local-search fusion --crossover ox --time-limit 2.5 --iterations 40 "
        "--no-improvement 30 --target 100 --granularity 12 --seed 7 --threads 2"
    )


def test_a_link_gives_the_same_settings() -> None:
    assert settings_of(FULL.values()) == FULL


def test_what_is_wrong_in_a_link_is_left_out() -> None:
    link = {"method": "nonsense", "seed": "x", "threads": "2", "other": "1"}
    assert settings_of(link) == SearchSettings(threads=2)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("method", "best", "method 'best' is not known"),
        ("crossover", "oracle:/etc/passwd", "crossover 'oracle:/etc/passwd' is not known"),
        ("local_search", "file.py:f", "is not known"),
        ("threads", 0, "threads"),
        ("iterations", -1, "iterations = -1"),
        ("time_limit", -2.0, "seconds = -2.0"),
    ],
)
def test_other_values_are_refused(field: str, value: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        SearchSettings(**{field: value})  # type: ignore[arg-type]


def test_the_arguments_run_a_search() -> None:
    settings = SearchSettings(method="D-O", iterations=3, seed=5)
    instance = kinroute.generate(20, seed=1)
    result = kinroute.solve(instance, **settings.solve_arguments(20, lambda _: False))
    assert (result.method, result.seed, result.stopped_by) == ("D-O", 5, "iterations")


def test_time_is_limited_by_size_unless_another_rule_ends_the_search() -> None:
    assert SearchSettings().seconds(100) == 10
    assert SearchSettings(time_limit=3).seconds(100) == 3
    assert SearchSettings(iterations=3).seconds(100) is None
