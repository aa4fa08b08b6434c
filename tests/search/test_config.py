from dataclasses import FrozenInstanceError

import pytest

from kinroute import SearchConfig
from kinroute.errors import ConfigError
from kinroute.search.config import METHODS, method_named


def test_the_defaults_are_the_papers() -> None:
    assert SearchConfig() == SearchConfig(
        granularity=15,
        min_size=12,
        generation_size=20,
        elite=4,
        close=5,
        target_feasible=0.2,
        restart_after=20_000,
    )


def test_the_papers_methods_are_there() -> None:
    assert {"D-O", "D-D", "D-N", "N-O", "N-D", "N-N"} <= set(METHODS)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("granularity", 1),
        ("min_size", 2),
        ("generation_size", 1),
        ("elite", 0),
        ("close", 1),
        ("restart_after", 1),
    ],
)
def test_a_setting_out_of_range_is_refused(name: str, least: int) -> None:
    assert getattr(SearchConfig(**{name: least}), name) == least
    for value in (least - 1, 2.5, True, "many"):
        with pytest.raises(ConfigError, match=f"{name} = {value!r}; use a whole number from"):
            SearchConfig(**{name: value})


@pytest.mark.parametrize("share", [0, 1, -0.1, 1.1, float("nan")])
def test_the_share_of_feasible_solutions_lies_between_zero_and_one(share: float) -> None:
    with pytest.raises(ConfigError, match=r"target_feasible = .*; use a share between 0 and 1"):
        SearchConfig(target_feasible=share)


def test_a_switch_is_on_or_off() -> None:
    assert SearchConfig(unique=True).unique
    with pytest.raises(ConfigError, match="unique = 1; use True or False"):
        SearchConfig(unique=1)  # type: ignore[arg-type]


def test_settings_are_frozen_and_unknown_ones_are_errors() -> None:
    with pytest.raises(FrozenInstanceError):
        SearchConfig().elite = 3
    with pytest.raises(TypeError, match="population"):
        SearchConfig(population=3)


@pytest.mark.parametrize("name", ["d-d", " D-D ", "D-d"])
def test_methods_are_found_in_any_case(name: str) -> None:
    assert method_named(name).name == "D-D"


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"unknown method 'D-X'; use one of auto, D-O, .*N-N"):
        method_named("D-X")


def test_only_methods_with_an_n_need_a_heatmap() -> None:
    needy = {name for name, method in METHODS.items() if method.needs_heatmap}
    assert needy == {"D-N", "N-O", "N-D", "N-N"}
