"""Every benchmark runs, on instances so small that its figures mean nothing."""

import json
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import kinroute
from tests.benchmarks.conftest import BENCHMARKS, NAMES
from tests.browser import chromium
from tests.scripts import Load, Run, rows

pytestmark = pytest.mark.thorough

FEW = NAMES[:2]


def test_every_benchmark_is_run_here() -> None:
    scripts = {f"test_{path.stem}" for path in BENCHMARKS.glob("*.py")}
    assert scripts <= set(globals())


def test_assay_models(script: Load) -> None:
    models = script("assay_models")
    instance = kinroute.generate(30, seed=4)
    lists = {
        name: kinroute.ByHeatmap(getattr(models, name)(instance)).neighbours(instance, 29).ids
        for name in ("random", "nearest", "noisy", "farthest")
    }
    by_distance = kinroute.ByDistance().neighbours(instance, 29).ids
    assert (lists["nearest"] == by_distance).all()
    assert (lists["farthest"][:, 0] == by_distance[:, -1]).mean() > 0.9  # but for equal distances
    shared = {name: _shared(found[:, :7], by_distance[:, :7]) for name, found in lists.items()}
    assert shared["farthest"] < shared["random"] < shared["noisy"] < shared["nearest"] == 1


def _shared(lists: Any, others: Any) -> float:
    """The share of the entries that two lists have in common."""
    pairs = zip(lists.tolist(), others.tolist(), strict=True)
    return sum(len(set(one) & set(other)) for one, other in pairs) / float(lists.size)


def test_assays(script: Load, run: Run, tmp_path: Path) -> None:
    assays = script("assays")
    assays.SOLVED, assays.CUSTOMERS, assays.LABEL_SECONDS = 12, 20, 0.02
    words = ("--folder", tmp_path, "--sample", 12, "--seconds", 0.1, "--seeds", 1)
    found = rows(run(assays, "--models", "nearest", "solutions", *words))
    assert {(row[0], row[2]) for row in found} == {
        ("nearest", "crossover"),
        ("nearest", "local search"),
        ("nearest", "crossover (scores alone)"),
        ("nearest", "local search (scores alone)"),
        ("solutions", "crossover"),
        ("solutions", "local search"),
    }
    assert [row[7] for row in found] == ["12"] * len(found)
    assert rows(run(assays, "--models", "nearest", "solutions", *words)) == found  # as stored


def test_faithful(script: Load, run: Run, data: Path, hygese: None) -> None:
    faithful = script("faithful")
    faithful.INSTANCES = FEW
    found = rows(run(faithful, data, "--iterations", 500, "--seeds", 1))
    assert [row[0] for row in found] == [*FEW, "**mean**"]
    best = json.loads((data / "bks_x.json").read_text())
    assert float(found[0][1]) == pytest.approx(100 * (99 / best[FEW[0]] - 1), abs=1e-3)
    assert float(found[0][2]) == float(found[0][3]) == 0


def test_hgs_reference(script: Load, data: Path, hygese: None) -> None:
    found = script("hgs_reference").run_reference(str(data / "X" / f"{FEW[0]}.vrp"), 1, 500)
    assert (found.cost, found.iterations, found.seconds) == (99.0, 500, 0.5)


def test_gap(script: Load, run: Run, data: Path) -> None:
    printed = run(script("gap"), data, "--seconds", 0.2, "--sample", 2, "--seeds", 2)
    assert printed.count("seed 2: 0.000 %") == 2
    assert "4 runs, mean gap 0.000 %, best known reached 4 times (100.0 %)" in printed


def test_optima(script: Load, run: Run, data: Path) -> None:
    printed = run(
        script("optima"), data / "X", "restarts.after=50", "--sample", 2, "--iterations", 200
    )
    assert f"{FEW[0]}: auto 0.0000 %, changed 0.0000 %" in printed
    assert "auto: 2 of 2 optima, mean gap 0.0000 %" in printed
    assert "restarts.after=50: 2 of 2 optima, mean gap 0.0000 %" in printed


def test_growth(script: Load, run: Run) -> None:
    ((size, _, each, *_, peak),) = rows(run(script("growth"), "--sizes", 60, "--seconds", 0.2))
    assert size == "60"
    assert 0 < float(each) < 10_000
    assert float(peak) > 10


def test_instructions(
    script: Load, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In place of valgrind: runs the program, and counts 7 instructions an iteration.
    fake = tmp_path / "valgrind"
    fake.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, subprocess, sys\n"
        "subprocess.run(sys.argv[3:], check=True)\n"
        "log = pathlib.Path(sys.argv[2].split('=')[1])\n"
        "log.write_text(f'summary: {1000 + 7 * int(sys.argv[-1])}\\n')\n"
    )
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    printed = run(script("instructions"), "--customers", 12)
    assert printed == "D-O, 12 customers: 7 per iteration\n"


def test_inference(script: Load, run: Run, data: Path) -> None:
    inference = script("inference")
    inference.INSTANCES = (f"X/{FEW[0]}", "large/Ghent1")
    found = rows(run(inference, data, "--repeats", 1))
    assert [row[1] for row in found] == ["15", "60"]
    assert all(0 < float(row[2]) < 1000 for row in found)


def test_annealing(script: Load, run: Run) -> None:
    settings = ["--customers", 60, "--seconds-per-customer", 0.01, "--whole", "--touched"]
    name, time = run(script("annealing"), *settings).split(": ", 1)
    assert name == "KX-n61-k3-s1"
    assert time.endswith(" µs\n")
    assert float(time.removesuffix(" µs\n")) > 0


def test_label_quality(script: Load, run: Run, data: Path) -> None:
    names = ["HGS (D-O)", "1 annealed, 0.8 (auto)"]
    given = ["--instances", 2, "--budgets", 0.05, "--settings", *names]
    found = rows(run(script("label_quality"), data / "XML", *given))
    assert [row[0] for row in found] == names
    for row in found:
        assert (row[3], row[4], row[5]) == ("0.0000%", "100.0%", "100.00%")


@pytest.mark.usefixtures("one_torch_thread")
def test_network(script: Load, run: Run) -> None:
    small = ["--device", "cpu", "--nodes", 8, "--batches", 2, "--seconds", 0.01]
    printed = run(script("network"), *small)
    loss, exact = re.findall(r"loss (\S+), in double (\S+);", printed)[0]
    assert float(loss) == pytest.approx(float(exact), abs=1e-5)
    assert float(printed.split("gradients differ ")[1].split()[0]) < 1e-3
    assert "training light, torch, batch 2" in printed
    assert "heat of light, batch 2" in printed


def test_on_time(script: Load, run: Run, data: Path) -> None:
    on_time = script("on_time")
    on_time.RUNS = ((f"X/{FEW[0]}", 0.1), ("large/Ghent1", 0.2))
    found = rows(run(on_time, data))
    assert [row[1:3] for row in found] == [["15", "0.1"], ["60", "0.2"]]
    assert all(float(row[5]) < 5 for row in found)


def test_peer_solvers(script: Load, run: Run, data: Path) -> None:
    path = data / "X" / f"{FEW[0]}.vrp"
    routes = json.loads(run(script("peer_solvers"), "kinroute", path, 0.1, 1))
    assert kinroute.check(kinroute.read(path), kinroute.Solution(routes)).ok


def test_peers(script: Load, run: Run, data: Path) -> None:
    given = ["--seconds", 0.2, "--sample", 2, "--solvers", "kinroute"]
    found = dict(rows(run(script("peers"), data, *given)))
    assert found.pop("over, s")
    assert found.pop("none found") == "0"
    assert len(found) == 3
    assert found["**mean**"] == "0.00"


def test_recall(script: Load, run: Run, data: Path) -> None:
    printed = run(script("recall"), data / "XML", "--every", 2, "--k", 5)
    assert printed.count("distance") == 2
    assert "100.0" in printed


def test_right(script: Load, run: Run, data: Path) -> None:
    printed = run(script("right"), data)
    assert "classic, 5 s, within 1e-06 %: 1 of 1 (100.0 %)" in printed
    assert "duration, 20 s, within 0.2 %: 1 of 1 (100.0 %)" in printed


def test_speed(script: Load, run: Run, data: Path, hygese: None) -> None:
    speed = script("speed")
    speed.INSTANCES = FEW
    found = rows(run(speed, data, "--iterations", 500, "--repeats", 1))
    assert [row[0] for row in found] == [*FEW, "**geometric mean**"]
    assert found[0][1] == "1000"  # 500 iterations in half a second, by the log
    assert float(found[0][2]) > 0


def test_threads(script: Load, run: Run, data: Path) -> None:
    given = ["--instances", FEW[0], "--seeds", 2, "--iterations", 20]
    (by_time, _), (ratio, *_) = (row[1:3] for row in rows(run(script("threads"), data, *given)))
    assert by_time == "nan"  # no clock was looked at
    assert ratio == "**nan**"


def test_auto_threads(script: Load, run: Run) -> None:
    threads = script("auto_threads")
    given = ["--customers", 40, "--seconds", 0.2, "--seeds", 1]
    ((name, one, *several, _),) = rows(run(threads, *given))
    assert name.startswith("KX-n41-")
    assert len(several) == len(threads.SHARES)
    assert all(float(cost) > 0 for cost in (one, *several))
    assert threads.ratio(100.0, [100.0, 90.0, 90.0, 90.0]) == "> 2.00"
    assert threads.ratio(100.0, [120.0, 110.0, 105.0, 100.0]) == "1.00"
    assert threads.ratio(100.0, [120.0, 110.0, 105.0, 101.0]) == "< 1.00"


def test_timed(script: Load, run: Run) -> None:
    given = ["--sizes", 40, "--limits", 1.1, 3, "--seconds", 0.2, "--interrupt", 3]
    found = rows(run(script("timed"), *given))
    assert [row[:3] for row in found] == [["40", "1.1", "yes"], ["40", "3", "yes"]]
    for row in found:
        assert float(row[3]) < 0.2  # the first feasible solution
        assert float(row[5]) < 5000
        assert float(row[6]) < 10  # without a note on how the command ended
    assert float(found[0][4]) >= float(found[1][4]) > 0


class Once:
    """In place of pytest-benchmark's fixture: calls the function once."""

    def __call__(self, function: object, *args: object, **named: object) -> object:
        assert callable(function)
        return function(*args, **named)


def test_test_core(script: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = ModuleType("pytest_benchmark.fixture")
    plugin.BenchmarkFixture = Once  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pytest_benchmark", ModuleType("pytest_benchmark"))
    monkeypatch.setitem(sys.modules, plugin.__name__, plugin)
    core = script("test_core")
    case = core.Case(30)
    for each in (core.test_local_search, core.test_split, core.test_limited_split):
        each(Once(), case)
    for kind in ("ox", "related"):
        core.test_crossover(Once(), case, kind)
    assert len(case.first) == 30


def test_same_search(script: Load, run: Run, data: Path, tmp_path: Path) -> None:
    same_search = script("same_search")
    same_search.SYMMETRIC, same_search.WORK = FEW, 150
    out = tmp_path / "routes.json"
    run(same_search, data, "--methods", "D-O", "--routes-of-this-build", out)
    found = json.loads(out.read_text())
    assert len(found) == 4 * 3 * 2  # instances, seeds, threads
    again = tmp_path / "again.json"
    run(same_search, data, "--methods", "D-O", "--routes-of-this-build", again)
    assert json.loads(again.read_text()) == found


def test_cluster(script: Load, run: Run) -> None:
    cluster = script("cluster")
    given = ["--customers", 60, "--seconds", 4, "--seeds", 1, "--shares", 1.0, "--least-part", 20]
    found = rows(run(cluster, *given, "--compare"))
    assert [row[0] for row in found] == ["kinroute.solve", "2 islands", "1 worker", "2 workers"]
    curve = [(10.0, 8.0), (20.0, 4.0), (40.0, 2.0)]
    assert [cluster.reached(curve, cost) for cost in (9, 6, 3, 1)] == [10.0, 15.0, 30.0, None]


def test_crossovers(script: Load, run: Run, data: Path) -> None:
    given = ["--set", "XML", "--seconds", 0.1]
    found = rows(run(script("crossovers"), data, "D-O", "D-D", *given))
    assert [row[0] for row in found] == ["D-O", "D-D"]
    assert [row[1] for row in found] == ["4", "4"]


def test_campaigns(script: Load, run: Run) -> None:
    printed = run(script("campaigns"), "--runs", 8, "--seconds", 0.02)
    assert "2 workers" in printed
    assert float(printed.split("speed-up ")[1]) > 0


def test_along(script: Load, run: Run, tmp_path: Path) -> None:
    from tests.bench import made_up

    store = tmp_path / "s.sqlite"
    made_up.filled(store, made_up.campaign(8))
    found = rows(run(script("along"), store, "D-D Γ15", "D-O Γ15"))
    assert [row[2] for row in found if row[1] == "100%"] == ["8"]  # pairs


def test_verdicts(script: Load, run: Run) -> None:
    verdicts = script("verdicts")
    verdicts.POPULATIONS = {"normal": verdicts.normal}
    found = rows(run(verdicts, "--campaigns", 2))
    assert [row[3] for row in found] == ["1 look", "3 looks"] * 2
    for row in found:
        assert sum(map(float, row[4:8])) == pytest.approx(100, abs=0.3)


def test_open_page(script: Load, run: Run) -> None:
    chromium()
    printed = run(script("open_page"))
    assert re.fullmatch(r"studio \d+ MB, page \d+\.\d MB, \d+ elements\n", printed)


def test_drawing(script: Load, run: Run) -> None:
    chromium()
    given = ["--customers", 60, "--repeats", 1, "--improvements", 2]
    ((customers, seconds, *_),) = rows(run(script("drawing"), *given))
    assert customers == "60"
    assert 0 < float(seconds) < 30


def test_soak(script: Load, run: Run) -> None:
    chromium()
    soak = script("soak")
    given = ["--minutes", 0.02, "--improvements", 2, "--customers", 40, "--seconds", 1]
    printed = run(soak, *given, "--every", 0.1)
    assert {row[0] for row in rows(printed)} == {"races", "open page"}
    assert printed.count("lowest use, first and last third: studio ") == 2
    grown = [soak.Sample(k, k, 100.0 + k, 5.0 + k % 3, 9) for k in range(9)]
    assert "studio 100.0 and 106.0 MB, page 5.0 and 5.0 MB" in soak.summary("made up", grown)


def test_service_load(script: Load, run: Run) -> None:
    given = ["--jobs", 3, "--clients", 2, "--workers", 1, "--customers", 12, "--seconds", 0.1]
    printed = run(script("service_load"), *given)
    assert "done 3, begun exactly once 3" in printed
    assert [row[0] for row in rows(printed)] == ["GET /jobs", "GET /jobs/{id}", "POST /jobs"]
