import os
import subprocess
import sys

import pytest

from kinroute.search.cores import available_cores

COUNT = "from kinroute.search.cores import available_cores; print(len(available_cores()))"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux restricts processes to cores")
def test_cores_are_those_that_the_process_is_restricted_to() -> None:
    before = os.sched_getaffinity(0)
    assert available_cores() == before
    restricted = subprocess.run(
        ["taskset", "-c", str(min(before)), sys.executable, "-c", COUNT],
        check=True,
        capture_output=True,
        text=True,
    )
    assert restricted.stdout.strip() == "1"


def test_elsewhere_all_cores_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert available_cores() == {0, 1, 2}
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == {0}
