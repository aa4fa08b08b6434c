from dataclasses import FrozenInstanceError, asdict, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from kinroute import SearchConfig
from kinroute.errors import ConfigError
from kinroute.search.config import PAPER, thread_count


def with_setting(path: str, value: object) -> SearchConfig:
    """The paper's settings but for one, named by its path."""
    *rooms, name = path.split(".")
    changes: dict[str, Any] = {name: value}
    for room in reversed(rooms):
        changes = {room: changes}
    return PAPER.updated(changes)


def setting(config: SearchConfig, path: str) -> object:
    value: object = config
    for name in path.split("."):
        value = getattr(value, name)
    return value


def test_the_defaults_are_the_papers() -> None:
    assert SearchConfig() == PAPER
    settings = asdict(PAPER)
    assert settings["granularity"] == 15
    assert settings["population"] == {
        "min_size": 12,
        "generation_size": 20,
        "elite": 4,
        "close": 5,
        "unique": False,
        "initial_size": 0,  # 4μ
    }
    assert settings["penalties"] == {
        "target_feasible": 0.2,
        "tolerance": 0.05,
        "increase": 1.2,
        "decrease": 0.85,
        "memory": 100,
        "adapt_every": 100,
    }
    assert settings["restarts"] == {"after": 20_000, "merge_every": 0}
    assert settings["breeding"]["edge_assembly_share"] == 0
    assert settings["annealing"]["solutions"] == 0


@pytest.mark.parametrize(
    ("path", "least"),
    [
        ("granularity", 1),
        ("population.min_size", 2),
        ("population.generation_size", 1),
        ("population.elite", 0),
        ("population.close", 1),
        ("population.initial_size", 0),
        ("restarts.after", 1),
        ("restarts.merge_every", 0),
        ("annealing.solutions", 0),
        ("annealing.part_size", 50),
        ("annealing.rounds", 1),
        ("ruin.granularity", 1),
    ],
)
def test_a_setting_out_of_range_is_refused(path: str, least: int) -> None:
    assert setting(with_setting(path, least), path) == least
    name = path.split(".")[-1]
    for value in (least - 1, 2.5, True, "many"):
        with pytest.raises(ConfigError, match=f"{name} = {value!r}; use a whole number from"):
            with_setting(path, value)


@pytest.mark.parametrize("path", ["penalties.target_feasible", "annealing.share"])
@pytest.mark.parametrize("share", [0, 1, -0.1, 1.1, float("nan")])
def test_some_shares_lie_between_zero_and_one(path: str, share: float) -> None:
    name = path.split(".")[-1]
    with pytest.raises(ConfigError, match=rf"{name} = .*; use a share between 0 and 1"):
        with_setting(path, share)


@pytest.mark.parametrize("path", ["breeding.edge_assembly_share", "annealing.quick_share"])
def test_others_may_be_all_or_nothing(path: str) -> None:
    assert [setting(with_setting(path, share), path) for share in (0, 1)] == [0, 1]
    for share in (-0.1, 1.1, float("nan")):
        with pytest.raises(ConfigError, match=r" = .*; use a share from 0 to 1"):
            with_setting(path, share)


@pytest.mark.parametrize("path", ["penalties.increase", "annealing.steps_per_customer"])
def test_factors_and_steps_are_positive(path: str) -> None:
    assert setting(with_setting(path, 0.5), path) == 0.5
    for value in (0, -1, float("nan"), float("inf"), "many", True):
        with pytest.raises(ConfigError, match=r" = .*; use a number above 0"):
            with_setting(path, value)


def test_a_switch_is_on_or_off() -> None:
    assert with_setting("population.unique", True).population.unique
    with pytest.raises(ConfigError, match="unique = 1; use True or False"):
        with_setting("population.unique", 1)


def test_settings_are_frozen_and_unknown_ones_are_errors() -> None:
    with pytest.raises(FrozenInstanceError):
        PAPER.population.elite = 3  # type: ignore[misc]
    with pytest.raises(TypeError, match="patience"):
        SearchConfig(patience=3)  # type: ignore[call-arg]
    with pytest.raises(ConfigError, match="population = 3; use a PopulationConfig"):
        SearchConfig(population=3)  # type: ignore[arg-type]


def test_a_mapping_changes_what_it_names_and_nothing_else() -> None:
    changed = PAPER.updated({"granularity": 20, "population": {"min_size": 25}})
    expected = asdict(PAPER)
    expected["granularity"] = 20
    expected["population"]["min_size"] = 25
    assert asdict(changed) == expected
    assert SearchConfig() == PAPER
    assert PAPER.updated({}) == PAPER
    assert changed.updated({"population": PAPER.population}).population == PAPER.population


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"elite": 3}, r"unknown setting elite; settings has annealing, .*, ruin"),
        ({"population": {"size": 3}}, r"unknown setting population\.size; population has close"),
        ({"ruin": {"fire": {"deep": 1}}}, r"unknown setting ruin\.fire; ruin has allows_excess"),
        ({"population": 3}, "population = 3; use a PopulationConfig"),
    ],
)
def test_a_name_that_is_none_is_refused_with_its_path(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        PAPER.updated(changes)


def test_threads_are_counted_from_one() -> None:
    assert [thread_count(threads) for threads in (1, 256)] == [1, 256]
    for threads in (0, 257, 1.5, True, "2"):
        with pytest.raises(ConfigError, match=r"threads = .*; use a whole number from 1 to 256"):
            thread_count(threads)  # type: ignore[arg-type]


def test_the_documentation_lists_every_setting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "auto.md").read_text()
    names = [part.name for part in fields(PAPER) if is_dataclass(getattr(PAPER, part.name))]
    for name in names:
        assert f"| `{name}` |" in page
        for part in fields(getattr(PAPER, name)):
            assert f"`{part.name}`" in page
