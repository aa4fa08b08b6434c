from pathlib import Path

import pytest
import typer

from kinroute.cli.numbers import integer, number
from tests.cli.conftest import Cli


def test_plain_numbers_are_read() -> None:
    assert [integer(text) for text in ("7", " -3", "+5")] == [7, -3, 5]
    assert [number(text) for text in ("7", "1e3", "-.5")] == [7, 1000, -0.5]
    assert (integer(4), number(None)) == (4, None)


@pytest.mark.parametrize("text", ["1_0", "ten", "1.5", "", "٣", "9" * 400])
def test_odd_whole_numbers_are_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        integer(text)


@pytest.mark.parametrize("text", ["1_0", "ten", "", "nan", "1,5"])
def test_odd_numbers_are_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="is not a number"):
        number(text)


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("solve", "--vehicles"),
        ("solve", "--seed"),
        ("solve", "--capacity"),
        ("solve", "--time-limit"),
        ("plot", "--count"),
        ("info", "--max-stops"),
    ],
)
def test_all_commands_are_strict(cli: Cli, stops: Path, command: str, option: str) -> None:
    ran = cli(command, stops, option, "1_0")
    assert ran.code == 2
    assert f"Invalid value for '{option}': '1_0' is not a" in ran.err


def test_so_are_the_commands_of_a_group(cli: Cli, tmp_path: Path) -> None:
    ran = cli("bench", "run", tmp_path / "a.toml", "--workers", "1_0")
    assert ran.code == 2
    assert "'1_0' is not a whole number" in ran.err
