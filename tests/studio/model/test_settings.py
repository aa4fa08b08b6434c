import shlex

import pytest

import kinroute
from kinroute.errors import ConfigError
from kinroute.studio.model.networks import Networks
from kinroute.studio.model.settings import SearchSettings, settings_of
from tests.studio.model.test_networks import INSTANCE, heatmap

FULL = SearchSettings(
    method="D-D",
    local_search="fusion",
    crossover="ox",
    model="light-1",
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
        "--method D-D --local-search fusion --crossover ox --model light-1 --time-limit 2.5 "
        "--iterations 40 --no-improvement 30 --target 100 --granularity 12 --seed 7 --threads 2"
    )


def test_a_link_gives_the_same_settings() -> None:
    assert settings_of(FULL.values()) == FULL


def test_scores_from_a_file_are_in_the_command_and_not_in_the_link() -> None:
    scores = Networks().add("my heat.npz", heatmap(), INSTANCE)
    settings = SearchSettings(method="N-D", scores=scores)
    assert shlex.join(settings.options()) == "--method N-D --heatmap 'my heat.npz'"
    assert settings_of(settings.values()) == SearchSettings(method="N-D")
    assert settings_of({"scores": "/etc/passwd"}) == SearchSettings()
    assert settings.solve_arguments(30, lambda _: False)["heatmap"] is scores.related
    assert settings.label == "N-D, my heat.npz"


def test_a_network_that_nothing_uses_is_said() -> None:
    assert SearchSettings(method="D-O").unused_network is None
    assert SearchSettings(method="N-N", model="light-1").unused_network is None
    assert SearchSettings(crossover="heatmap", model="light-1").unused_network is None
    unused = SearchSettings(method="D-O", model="light-1")
    assert unused.unused_network == (
        "light-1: method D-O uses no heatmap; these do: D-N, N-O, N-D, N-N"
    )
    assert unused.label == "D-O"


def test_what_is_wrong_in_a_link_is_left_out() -> None:
    link = {"method": "nonsense", "seed": "x", "threads": "2", "other": "1"}
    assert settings_of(link) == SearchSettings(threads=2)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("method", "best", "method 'best' is not known"),
        ("crossover", "oracle:/etc/passwd", "crossover 'oracle:/etc/passwd' is not known"),
        ("local_search", "file.py:f", "is not known"),
        ("model", "/etc/passwd", "model '/etc/passwd' is not known; use one of light-1, light-2"),
        ("threads", 0, "threads"),
        ("granularity", -1, "granularity = -1"),
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
