from dataclasses import dataclass, field, fields, is_dataclass

import pytest

from kinroute.bench.settings import (
    DEFAULTS,
    canonical,
    configured,
    default_values,
    require_valid,
    settings_in,
)
from kinroute.errors import ConfigError
from kinroute.search.config import SearchConfig


@dataclass(frozen=True, kw_only=True)
class Inner:
    elite: int = 4
    share: float = 0.5


@dataclass(frozen=True, kw_only=True)
class Nested:
    granularity: int = 15
    population: Inner = field(default_factory=Inner)
    breeding: Inner = field(default_factory=Inner)


NESTED = Nested()


def test_a_field_that_is_a_dataclass_is_a_table() -> None:
    settings = settings_in({"population": {"share": 1, "elite": 2}, "granularity": 9}, NESTED)
    assert settings == (("granularity", 9), ("population.elite", 2), ("population.share", 1.0))
    changed = configured(settings, NESTED)
    assert changed == Nested(granularity=9, population=Inner(elite=2, share=1.0))


def test_every_setting_has_a_dotted_name() -> None:
    assert default_values(NESTED) == {
        "granularity": 15,
        "population.elite": 4,
        "population.share": 0.5,
        "breeding.elite": 4,
        "breeding.share": 0.5,
    }


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"elite": 2}, r"unknown key 'elite' in config of \[\[arms\]\]; use granularity, pop"),
        ({"population": {"elit": 2}}, r"unknown key 'elit' in config\.population of .*use elite"),
        ({"population": 5}, r"config\.population of \[\[arms\]\] is 5; it must be a table"),
        ({"population": {"share": "x"}}, r"population\.share = 'x'; use a number"),
        ({"population": {"elite": 2**31}}, r"population\.elite = 2147483648; use at most"),
    ],
)
def test_an_error_names_the_table(table: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        settings_in(table, NESTED)


def test_the_settings_of_a_search_are_its_configuration() -> None:
    names = [part.name for part in fields(SearchConfig)]
    for name in default_values():
        assert name.partition(".")[0] in names
    assert configured((), DEFAULTS) == SearchConfig()
    flat = {name: value for name, value in default_values().items() if "." not in name}
    plain = {n: v for n, v in flat.items() if not is_dataclass(v)}
    assert configured(settings_in(plain), DEFAULTS) == SearchConfig()


def test_a_setting_changes_the_configuration() -> None:
    assert configured(settings_in({"granularity": 7}), DEFAULTS) == SearchConfig(granularity=7)


def test_settings_of_an_older_version_are_kept_but_not_run() -> None:
    old = canonical({"temperament": 3, "granularity": 9})
    assert old == (("granularity", 9), ("temperament", 3))
    with pytest.raises(ConfigError, match="unknown setting 'temperament'; use granularity"):
        require_valid(old)
