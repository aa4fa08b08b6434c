import shlex
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.errors import InputError
from kinroute.studio.model.reading import arguments_of
from kinroute.studio.model.sources import EXAMPLES, Drawn, Dropped, drawn_of
from tests.cli.conftest import Cli

SHIPPED = Path(__file__).parents[3] / "examples" / "instances"


def test_every_example_can_be_drawn_and_is_as_large_as_it_says() -> None:
    for name, source in EXAMPLES.items():
        instance = source.read().instance
        assert f"{instance.customers:,} customers" in name


def test_the_first_example_is_one_that_ships_as_a_file() -> None:
    (first, *_) = EXAMPLES.values()
    shipped = kinroute.read(SHIPPED / first.file)
    assert np.array_equal(first.read().instance.demands, shipped.demands)


def test_the_command_draws_the_same_instance(cli: Cli, tmp_path: Path) -> None:
    source = Drawn(customers=30, depot="corner", demand="1-10", route_size=2, draw=5)
    (command,) = source.commands()
    words = shlex.split(command)
    assert words[0] == "kinroute"
    words[-1] = str(tmp_path / source.file)
    assert cli(*words[1:]).code == 0
    drawn, written = source.read().instance, kinroute.read(words[-1])
    assert np.array_equal(drawn.demands, written.demands)
    assert drawn.capacity == written.capacity


def test_a_link_draws_the_same_instance() -> None:
    source = Drawn(customers=30, law="X", layout="clustered", draw=5)
    assert drawn_of(source.values()) == source
    assert drawn_of({}) is None


@pytest.mark.parametrize("customers", [0, 30_001])
def test_other_sizes_are_refused(customers: int) -> None:
    with pytest.raises(InputError, match=f"{customers} customers; use 1 to 30000"):
        Drawn(customers=customers).read()


def test_a_file_has_its_options_but_no_link() -> None:
    content = b"x,y,demand\n0,0,\n1,1,2\n"
    source = Dropped(name="s.csv", content=content, arguments=arguments_of({"capacity": "3"}))
    assert source.read().instance.customers == 1
    assert (source.file, source.options({})) == ("s.csv", ["--capacity", "3"])
    assert source.values() == {}
    assert source.commands() == []
