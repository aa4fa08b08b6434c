from pathlib import Path

from tests.cli.conftest import Cli


def test_a_file_that_is_wrong_ends_the_command_before_it_listens(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "stops.csv"
    path.write_text("name,x,y,demand\ndepot,0,0,\nA,1,2,many\n")
    done = cli("studio", path, "--capacity", "5", "--no-browser", "--port", "0")
    assert done.code == 2
    assert f"{path.name}, row 3" in done.err
    assert "The studio is at" not in done.err


def test_options_of_an_instance_need_a_file(cli: Cli) -> None:
    done = cli("studio", "--capacity", "5")
    assert done.code == 2
    assert "--capacity is about an instance" in done.err
