import subprocess
import sys

import pytest

import kinroute
from tests.cli.conftest import Cli, environment

COMMANDS = (
    *("solve", "check", "generate", "plot", "info", "label", "train", "heatmap"),
    *("bench", "overkill"),
)


def test_the_version_is_printed(cli: Cli) -> None:
    assert cli("--version").out == f"kinroute {kinroute.__version__}\n"


def test_help_lists_every_command(cli: Cli) -> None:
    ran = cli("--help")
    assert ran.code == 0
    assert all(f" {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_under_both_options(cli: Cli, command: str) -> None:
    long, short = cli(command, "--help"), cli(command, "-h")
    assert long.code == short.code == 0
    assert long.out == short.out
    assert f"kinroute {command}" in long.out


def test_an_unknown_command_is_refused(cli: Cli) -> None:
    ran = cli("drive")
    assert ran.code == 2
    assert "No such command 'drive'" in ran.err


def test_help_loads_neither_matplotlib_nor_scipy() -> None:
    code = (
        "import sys\nfrom kinroute.cli import main\n"
        "try: main(['--help'])\n"
        "finally: print([m for m in ('matplotlib', 'scipy', 'rich.live') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "[]"
