import pytest

from kinroute.bench.settings import canonical, default_values, nested, require_valid, settings_in
from kinroute.errors import ConfigError
from kinroute.search.config import PAPER


def test_the_tables_of_the_configuration_are_tables_of_the_file() -> None:
    table = {"population": {"elite": 2}, "granularity": 9, "annealing": {"share": 0.5}}
    settings = settings_in(table)
    assert settings == (("annealing.share", 0.5), ("granularity", 9), ("population.elite", 2))
    assert nested(settings) == table


def test_whole_numbers_for_a_share_are_floats() -> None:
    ((name, value),) = settings_in({"breeding": {"edge_assembly_share": 1}})
    assert (name, value, type(value)) == ("breeding.edge_assembly_share", 1.0, float)


def test_every_setting_has_a_dotted_name() -> None:
    values = default_values()
    assert (values["granularity"], values["population.min_size"]) == (15, 12)
    assert PAPER.updated(nested(tuple(values.items()))) == PAPER


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"elite": 2}, r"unknown key 'elite' in config of \[\[arms\]\]; use granularity, pop"),
        ({"population": {"elit": 2}}, r"unknown key 'elit' in config\.population of .*elite"),
        ({"population": 5}, r"config\.population of \[\[arms\]\] is 5; it must be a table"),
        ({"annealing": {"share": "x"}}, r"annealing\.share = 'x'; use a number"),
        ({"annealing": {"share": 2.0}}, r"share = 2\.0; use a share between 0 and 1"),
        ({"population": {"elite": 2**31}}, r"population\.elite = 2147483648; use at most"),
    ],
)
def test_an_error_names_the_table(table: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        settings_in(table)


def test_settings_of_an_older_version_are_kept_but_not_run() -> None:
    old = canonical({"temperament": 3, "granularity": 9})
    assert old == (("granularity", 9), ("temperament", 3))
    with pytest.raises(ConfigError, match="unknown setting 'temperament'; use granularity"):
        require_valid(old)
