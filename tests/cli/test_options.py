from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.cli.options import InstanceArguments, files_read, objective
from kinroute.errors import ConfigError
from tests.cli.conftest import Cli


@pytest.mark.parametrize(
    ("rounded", "rounding"), [(None, "none"), (True, "nearest"), (False, "none")]
)
def test_options_override_the_file(stops: Path, rounded: bool | None, rounding: str) -> None:
    given = InstanceArguments(file=stops, capacity=30, vehicles=3, rounded=rounded)
    instance = given.read()
    assert (instance.capacity, instance.vehicles, instance.rounding) == (30, 3, rounding)


def test_without_options_the_file_decides(vrp: Path) -> None:
    given = InstanceArguments(file=vrp)
    instance = given.read()
    assert instance.rounding == "nearest"
    assert instance.vehicles is None
    plain = replace(given, rounded=False).read()
    assert plain.rounding == "none"
    assert plain.capacity == instance.capacity


def test_every_option_reaches_the_instance(stops: Path) -> None:
    instance = InstanceArguments(
        file=stops,
        capacity=30,
        speed=60,
        max_duration="2h",
        max_distance=70,
        max_stops=2,
        open_routes=True,
        minimise="0.5*distance+2*duration",
        fixed_cost=9,
        distance_unit="km",
        time_unit="h",
        columns="name=name,demand=demand",
    ).read()
    assert (instance.speed, instance.max_duration, instance.max_distance) == (60, 2, 70)
    assert (instance.max_stops, instance.open_routes, instance.fixed_cost) == (2, True, 9)
    assert (instance.distance_cost, instance.duration_cost) == (0.5, 2)
    assert (instance.distance_unit, instance.time_unit) == ("km", "h")


@pytest.mark.parametrize("command", ["solve", "info", "check", "plot", "heatmap"])
def test_every_command_that_reads_an_instance_has_its_options(cli: Cli, command: str) -> None:
    text = cli(command, "--help").out
    for option in ("capacity", "speed", "max-stops", "open", "columns", "ignore-columns"):
        assert f"--{option}" in text


def test_an_option_of_an_instance_needs_one(cli: Cli, tmp_path: Path) -> None:
    ran = cli("heatmap", "--evaluate", tmp_path, "--max-stops", 3)
    assert ran.code == 2
    assert "--max-stops is about an instance; give its FILE" in ran.err


@pytest.mark.parametrize("text", ["demand", "demand=", "=qty", "demand=qty,demand=n"])
def test_columns_are_pairs(stops: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="--columns"):
        InstanceArguments(file=stops, capacity=30, columns=text).read()


@pytest.mark.parametrize("text", ["time", "x*distance", "-1*distance", "distance+", "1_0*distance"])
def test_what_is_minimised_is_distance_or_duration(text: str) -> None:
    with pytest.raises(ConfigError, match="--minimise"):
        objective(text)


def test_the_files_behind_arguments_are_known(stops: Path, vrp: Path) -> None:
    assert files_read(stops, None, f"oracle:{vrp}", "light-2") == [stops, vrp]
