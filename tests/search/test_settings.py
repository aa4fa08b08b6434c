"""Which settings a search runs with, as a call of `solve` gives them and a result shows them."""

import json
from dataclasses import asdict

import pytest

import kinroute
from kinroute import AfterIterations, SearchConfig
from kinroute.errors import ConfigError
from kinroute.search.config import PAPER

SMALL = kinroute.generate(30, seed=8)


def test_a_mapping_changes_the_methods_settings_only_where_it_says() -> None:
    plain = kinroute.solve(SMALL, stop=AfterIterations(5)).settings
    changed = kinroute.solve(
        SMALL,
        config={"population": {"min_size": 7}, "restarts": {"after": 3}},
        granularity=9,
        stop=AfterIterations(5),
    ).settings
    assert changed.config == plain.config.updated(
        {"granularity": 9, "population": {"min_size": 7}, "restarts": {"after": 3}}
    )
    assert changed.reason == (
        f"{plain.reason}; population, restarts set by the caller; granularity set by the caller"
    )


def test_a_config_replaces_all_of_the_methods_settings() -> None:
    config = SearchConfig(granularity=9)
    settings = kinroute.solve(SMALL, config=config, stop=AfterIterations(5)).settings
    assert (settings.config, settings.reason) == (config, "set by the caller")


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"populaton": {}}, "unknown setting populaton; settings has annealing"),
        ({"population": {"size": 3}}, r"unknown setting population\.size; population has close"),
        ({"population": {"min_size": 1}}, "min_size = 1; use a whole number from 2"),
    ],
)
def test_settings_that_are_none_are_refused(config: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        kinroute.solve(SMALL, config=config, stop=AfterIterations(1))


def test_the_settings_are_part_of_the_result() -> None:
    result = kinroute.solve(SMALL, method="D-D", stop=AfterIterations(1))
    values = json.loads(json.dumps(result.as_dict()))["settings"]
    assert values == {
        "phases": "random first population, then generations by crossover; "
        "Γ 15, population 12 + 20",
        "reason": "method D-D has the paper's parameters",
        "config": asdict(PAPER),
    }
