import os
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from kinroute.bench.cores import own_core

HOLD = """
import sys, time
from kinroute.bench.cores import own_core
with own_core() as core:
    print(core, flush=True)
    time.sleep(60)
"""


def output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def test_a_run_has_one_core_while_it_lasts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = os.sched_getaffinity(0)
    with own_core() as core:
        assert core in before
        assert os.sched_getaffinity(0) == {core}
    assert os.sched_getaffinity(0) == before


def test_a_core_is_free_again_when_its_process_is_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    everything = os.sched_getaffinity(0)
    cores = set(sorted(everything)[:2])
    os.sched_setaffinity(0, cores)
    others = [
        subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, text=True)
        for _ in cores
    ]
    try:
        taken = {int(output(other).readline()) for other in others}
        assert taken == cores
        with own_core() as core:
            assert core is None
            assert os.sched_getaffinity(0) == cores
        others[0].kill()
        others[0].wait()
        for _ in range(50):
            with own_core() as core:
                if core is not None:
                    break
            time.sleep(0.02)
        assert core is not None
    finally:
        os.sched_setaffinity(0, everything)
        for other in others:
            other.kill()
            other.wait()
            output(other).close()


def test_a_folder_that_another_user_may_have_made_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder, elsewhere = tmp_path / f"kinroute-cores-{os.getuid()}", tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder.symlink_to(elsewhere)
    with own_core() as core:
        assert core is None
    assert list(elsewhere.iterdir()) == []
    folder.unlink()
    folder.mkdir(mode=0o777)
    with own_core() as core:
        assert core is not None
    assert folder.stat().st_mode & 0o777 == 0o700
