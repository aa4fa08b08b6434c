"""Tiny generated instances in the folders and under the names that the benchmarks expect."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import kinroute
from kinroute.io import write_vrplib
from tests.scripts import ROOT, Load, Run, importable, runner

BENCHMARKS = ROOT / "benchmarks"
NAMES = ("X-n101-k25", "X-n157-k13", "X-n204-k19", "X-n979-k58")


@pytest.fixture
def script() -> Iterator[Load]:
    with importable(BENCHMARKS) as load:
        yield load


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def solved(instance: kinroute.Instance, path: Path) -> kinroute.Result:
    """Writes the instance, and beside it what a short search finds."""
    path.parent.mkdir(exist_ok=True)
    write_vrplib(instance, path)
    result = kinroute.solve(instance, method="D-O", stop=kinroute.AfterIterations(100))
    result.write(path.with_suffix(".sol"))
    return result


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """X/, XML/, large/, classic/ and duration/ with best-known costs; a dozen customers each."""
    folder = tmp_path_factory.mktemp("data")
    best = {
        name: solved(kinroute.generate(15, law="X", seed=k), folder / "X" / f"{name}.vrp").cost
        for k, name in enumerate(NAMES)
    }
    (folder / "bks_x.json").write_text(json.dumps(best))
    for seed in range(4):
        instance = kinroute.generate(20, seed=seed)
        solved(instance, folder / "XML" / f"{instance.name}.vrp")
    solved(kinroute.generate(60, law="X", seed=9), folder / "large" / "Ghent1.vrp")
    classic = folder / "classic" / "A-n13.vrp"
    routes = len(solved(kinroute.generate(12, seed=1), classic).routes)
    for suffix in (".vrp", ".sol"):
        classic.with_suffix(suffix).rename(classic.with_name(f"A-n13-k{routes}{suffix}"))
    timed = kinroute.generate(12, seed=2)
    longest = max(timed.distance(0, i) for i in range(1, 13))
    limited = timed.with_changes(max_duration=3 * longest)
    cost = solved(limited, folder / "duration" / "CMT10.vrp").cost
    text = (folder / "duration" / "CMT10.vrp").read_text()
    (folder / "duration" / "CMT10.vrp").write_text(f"COMMENT : {cost}\n{text}")
    return folder


HYGESE = """
import time

class AlgorithmParameters:
    def __init__(self, **settings):
        self.settings = settings

class Solver:
    def __init__(self, parameters, verbose):
        assert parameters.settings["nbGranular"] == 15 and verbose

    def solve_cvrp(self, data, rounding):
        assert rounding and len(data["demands"]) == len(data["x_coordinates"])
        for it in range(0, 1001, 500):
            print(f"It {it:6d} {it:6d} | T(s) {it / 1000:.2f} | Feas 20 {99.0:.2f} {120.5:.2f} | "
                  "Inf 9 88.00 95.00", flush=True)
        time.sleep(60)
"""


@pytest.fixture
def hygese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module in place of the peer that only prints a log such as HGS-CVRP's."""
    (tmp_path / "hygese.py").write_text(HYGESE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
