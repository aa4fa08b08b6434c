import signal
import sys
from pathlib import Path

import pytest

import kinroute
from kinroute.cli.cluster import ClusterOptions
from kinroute.errors import ConfigError
from kinroute.io import write_vrplib
from tests.bench.processes import eventually, is_alive, workers_of
from tests.cli.conftest import Cli, started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.vrp"
    write_vrplib(kinroute.generate(200, law="X", seed=1), path)
    return path


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--cluster", "tls://h:1", "--workers", 2), "--workers starts its own; use one of them"),
        (("--workers", 0), "--workers 0 cannot search; use 1 or more"),
        (("--workers", 2, "--method", "d-o"), "--method D-O cannot be used with --workers"),
        (("--cluster", "tls://h:1", "--lock", 1), "--lock cannot be used with --cluster"),
        (("--workers", 2, "--cpu-time", 3), "--cpu-time cannot be used with --workers"),
        (("--workers", 2, "--no-improvement", 3), "--no-improvement cannot be used"),
        (("--workers", 2, "--crossover", "ox"), "--crossover cannot be used with --workers"),
        (("--workers", 2, "--target", 3), "give a time limit, or a number of iterations"),
    ],
)
def test_options_that_make_no_sense_together_are_refused(
    cli: Cli, file: Path, options: tuple[object, ...], message: str
) -> None:
    ran = cli("solve", file, *options)
    assert ran.code == 2
    assert message in " ".join(ran.err.split())


def test_without_dask_the_extra_is_named(
    cli: Cli, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = cli("solve", file, "--workers", 2, "--time-limit", 5)
    assert ran.code == 2
    assert "[bench]" in ran.err


def test_without_its_options_the_search_stays_in_this_process() -> None:
    options = ClusterOptions(address=None, workers=None)
    options.refuse({"--lock": True})
    assert (options.search(), options.text) == (kinroute.solve, "")
    assert ClusterOptions(address=None, workers=1).text == ", 1 worker"
    with pytest.raises(ConfigError, match="--lock"):
        ClusterOptions(address="tls://h:1", workers=None).refuse({"--lock": True})


@pytest.mark.thorough
def test_workers_solve_a_file_and_say_what_they_do(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "some.sol"
    words = ("solve", file, "--workers", 2, "--time-limit", 8, "-o", target, "--json")
    process = started(*words, stdout=-1, stderr=-1)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "2 workers" in err
    assert "worker 1: 200, worker 2: 200" in err
    assert '"stopped_by": "time"' in out
    assert kinroute.check(kinroute.read(file), kinroute.Solution.read(target)).ok


@pytest.mark.thorough
@pytest.mark.parametrize("is_early", [True, False], ids=["while workers start", "later"])
def test_ctrl_c_writes_the_best_routes_and_leaves_no_process(
    file: Path, tmp_path: Path, is_early: bool
) -> None:
    target = tmp_path / "some.sol"
    words = ("solve", file, "--workers", 2, "--time-limit", 100, "-o", target)
    with (tmp_path / "err").open("w") as err:
        process = started(*words, stdout=-3, stderr=err)
        sign = "best " if is_early else "round 1"
        try:
            assert eventually(lambda: sign in (tmp_path / "err").read_text())
            workers = workers_of(process.pid)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 130
        finally:
            process.kill()
            process.wait()
    assert kinroute.check(kinroute.read(file), kinroute.Solution.read(target)).feasible
    assert eventually(lambda: not any(map(is_alive, workers)))
