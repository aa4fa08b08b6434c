import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import kinroute
from kinroute.cli import main
from kinroute.io import write_vrplib

SOURCE = Path(kinroute.__file__).parents[1]


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The last line of standard output."""
        found: dict[str, Any] = json.loads(self.out.splitlines()[-1])
        return found


Cli = Callable[..., Outcome]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command in this process."""

    def run(*arguments: object) -> Outcome:
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Outcome(left.value.code, out, err)

    return run


def environment(**extra: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm-256color", **extra}


def started(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Starts a command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "kinroute", *map(str, arguments)],
        env=environment(),
        text=True,
        **options,
    )


@pytest.fixture
def instance() -> kinroute.Instance:
    return kinroute.generate(40, seed=7, route_size=3)


@pytest.fixture
def vrp(tmp_path: Path, instance: kinroute.Instance) -> Path:
    path = tmp_path / "small.vrp"
    write_vrplib(instance, path)
    return path


@pytest.fixture
def stops(tmp_path: Path) -> Path:
    path = tmp_path / "stops.csv"
    path.write_text(
        "name,x,y,demand\ndepot,0,0,\nBakery,3,4,10\nFlorist [new],0,8,20\nCafé Überall,6,8,15\n"
    )
    return path
