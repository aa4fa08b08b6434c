import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from kinroute.cli.label import _pace
from kinroute.neural.labelling import LabelProgress
from kinroute.neural.labels import read
from tests.cli.conftest import Cli, started

QUICK = ("--customers", 12, "--cpu-time", 0.002, "--shard-size", 2)


def test_labels_are_made_and_counted(cli: Cli, tmp_path: Path) -> None:
    ran = cli("label", tmp_path, "--count", 3, "--split", "test", *QUICK)
    assert ran.code == 0
    assert ran.out.startswith(f"{tmp_path}: 3 labels, mean cost ")
    assert "3 of 3 labels" in ran.err
    assert read(tmp_path).seed.tolist() == [3_000_000, 3_000_001, 3_000_002]


def test_the_same_command_goes_on(cli: Cli, tmp_path: Path) -> None:
    cli("label", tmp_path, "--count", 2, *QUICK)
    ran = cli("label", tmp_path, "--count", 4, *QUICK)
    assert ran.code == 0
    assert "4 of 4 labels" in ran.err
    again = cli("label", tmp_path, "--count", 4, *QUICK)
    assert (again.code, again.out, again.err) == (0, ran.out, "")


def test_another_setting_in_the_same_folder_is_refused(cli: Cli, tmp_path: Path) -> None:
    cli("label", tmp_path, "--count", 2, *QUICK)
    ran = cli("label", tmp_path, "--count", 2, *QUICK, "--split", "validation")
    assert ran.code == 2
    assert "started with split = 'train', not 'validation'" in ran.err


def test_an_unknown_split_is_refused(cli: Cli, tmp_path: Path) -> None:
    ran = cli("label", tmp_path, "--split", "exam")
    assert ran.code == 2
    assert "use one of train, validation, test" in ran.err


def test_it_says_how_fast_it_is_and_how_long_it_will_take() -> None:
    assert _pace(LabelProgress(done=1, total=4, new=1, seconds=2.0)) == "0.5/s  6.0 s left"


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_keeps_what_is_there(tmp_path: Path) -> None:
    run = started("label", tmp_path, "--count", 9999, *QUICK, stderr=subprocess.PIPE)
    while not (tmp_path / "shard-00002.npz").exists() and run.poll() is None:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert f"interrupted; {len(read(tmp_path))} labels are in {tmp_path}" in err
