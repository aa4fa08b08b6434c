"""Every tool runs: on tiny data, or, where it only calls compilers, with its commands recorded."""

import json
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
import pytest

import kinroute
from kinroute.bench.api import read_results
from kinroute.bench.export import export
from kinroute.bench.store import Store
from kinroute.io import write_vrplib
from tests.bench import made_up
from tests.browser import chromium
from tests.neural.small import some_labels, written
from tests.scripts import ROOT, Load, Run, importable, runner

pytestmark = pytest.mark.thorough

TOOLS = ROOT / "tools"


@pytest.fixture
def script() -> Iterator[Load]:
    with importable(TOOLS) as load:
        yield load


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def test_every_tool_is_run_here() -> None:
    scripts = {f"test_{path.stem}" for path in TOOLS.glob("*.py")}
    assert scripts <= set(globals())


def test_programs(script: Load) -> None:
    assert Path(script("programs").program("ruff")).name == "ruff"
    with pytest.raises(SystemExit, match="no-such-program is not there"):
        script("programs").program("no-such-program")


def test_docs(script: Load, run: Run, tmp_path: Path) -> None:
    docs = script("docs")
    docs.DOCS = tmp_path
    run(docs)
    assert {path.name for path in tmp_path.iterdir()} == {
        *("api.md", "cli.md", "inputs.md", "schemas.md"),
    }
    run(docs, "--check")
    (tmp_path / "cli.md").write_text("old")
    with pytest.raises(AssertionError):  # the exit code is no longer 0
        run(docs, "--check")


def test_reference_api(script: Load) -> None:
    page = script("reference_api").api()
    assert [name for name in kinroute.__all__ if f"### `kinroute.{name}`\n" not in page] == []
    assert "- `trace`: " in page
    assert "- `write()`: " in page


def test_reference_cli(script: Load) -> None:
    page = script("reference_cli").cli()
    assert "| `--output FILE`, `-o` | Write the result" in page
    assert "| [`kinroute bench run`](#kinroute-bench-run) |" in page
    help_text = subprocess.run(
        [sys.executable, "-m", "kinroute", "solve", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    section = page.split("## `kinroute solve`\n")[1].split("\n## ")[0]
    assert set(re.findall(r" (--[a-z-]+)", help_text)) - set(re.findall(r"--[a-z-]+", section)) == {
        "--help"
    }


def test_reference_schemas(script: Load) -> None:
    page = script("reference_schemas").schemas()
    assert "| `cost` | number ≥ 0 or null |" in page
    assert "| `trace[].time` | number |" in page


def test_scenes(script: Load) -> None:
    scenes = script("scenes")
    at = scenes.scene(12, seed=1, iterations=20)
    assert sorted(c for route in scenes.local_optimum(at, 1) for c in route) == [*range(1, 13)]
    assert (
        scenes.length(at, at.routes)
        == kinroute.check(at.instance, kinroute.Solution(at.routes)).cost
    )


@pytest.mark.parametrize("name", ["split", "swap_star", "edge_assembly", "ruin_and_recreate"])
def test_step_pictures(script: Load, name: str) -> None:
    figure = getattr(script("step_pictures"), name)()
    assert len(figure.axes) in (2, 3, 4)


def test_charts(script: Load) -> None:
    charts = script("charts")
    gaps = charts.gaps_of((ROOT / "docs" / "quality.md").read_text(encoding="utf-8"))
    assert {name: len(column) for name, column in gaps.items()} == {
        "kinroute": 10,
        "hygese": 9,
        "pyvrp": 10,
        "ortools": 10,
        "pyvroom": 10,
    }
    assert charts.acceptance(tries=20).axes[0].lines
    assert len(charts.threads(20, children=60, seeds=[1]).axes[0].lines) == 3


def test_pictures(script: Load, run: Run, tmp_path: Path) -> None:
    pictures = script("pictures")
    assert {f"{name}.png" for name in pictures.PICTURES} <= {
        path.name for path in pictures.IMAGES.iterdir()
    }
    pictures.IMAGES = tmp_path
    run(pictures, "routes", "peers")
    assert (tmp_path / "routes.png").read_bytes().startswith(b"\x89PNG")


def test_build_site(script: Load, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    shutil.copy(ROOT / "docs" / "conf.py", docs)
    shutil.copytree(ROOT / "docs" / "_static", docs / "_static")
    (tmp_path / "src" / "kinroute").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "kinroute" / "__init__.py", tmp_path / "src" / "kinroute")
    (docs / "index.md").write_text("# Page\n\nText.\n")
    assert script("build_site").build(tmp_path / "out", docs) == 0
    (docs / "index.md").write_text("# Page\n\n[Nowhere](nowhere.md)\n")
    assert script("build_site").build(tmp_path / "out", docs) != 0


QUOTED = """# Page

<!-- figures: mine -->
yesterday's
<!-- /figures -->

Solved: <!-- figure: mine, D-D Γ15, solved -->12 %<!-- / -->, runs
<!-- figure: mine, D-D Γ15, runs -->0<!-- / -->, verdict
<!-- figure: mine, D-D Γ15 / D-O Γ15, verdict -->?<!-- / -->,
p <!-- figure: mine, D-D Γ15 / D-O Γ15, p -->1<!-- / -->.

<!-- figures: mine: Is it overkill? -->
<!-- /figures -->
"""


def test_figures(script: Load, run: Run, tmp_path: Path) -> None:
    figures = script("figures")
    figures.DOCS, page = tmp_path, tmp_path / "page.md"
    (tmp_path / "results").mkdir()
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(12))
    with Store(tmp_path / "s.sqlite") as store:
        export(store, tmp_path / "results" / "mine.parquet")
    page.write_text(QUOTED)
    with pytest.raises(AssertionError):  # the exit code is not 0
        run(figures, "--check")
    assert page.read_text() == QUOTED
    run(figures)
    text = page.read_text()
    results = read_results(tmp_path / "s.sqlite")
    (tested,) = [c for c in results.comparisons() if (c.arm, c.against) == ("D-D Γ15", "D-O Γ15")]
    assert "| D-D Γ15 | 12 (12 instances) |" in text
    assert "runs\n<!-- figure: mine, D-D Γ15, runs -->12<!-- / -->" in text
    assert f"verdict -->{tested.verdict}<!-- / -->" in text
    assert text.count("**Crossover by distance instead of OX") == 1
    assert f"p -->{tested.p:.3f}<!-- / -->" in text or "p -->< 0.001<!-- / -->" in text
    assert "yesterday" not in text.split("Solved")[0]
    run(figures, "--check")
    page.write_text(text.replace("runs -->12<", "runs -->13<"))
    with pytest.raises(AssertionError):
        run(figures, "--check")
    page.write_text(text.replace("mine, D-D Γ15, runs", "mine, D-X, runs"))
    with pytest.raises(SystemExit, match="there is no arm D-X"):
        run(figures, "--check")
    page.write_text(text.replace("mine: Is it overkill?", "mine: Is it art?"))
    with pytest.raises(SystemExit, match=r"no section.*Is it art"):
        run(figures, "--check")


def test_the_pages_quote_the_published_figures(script: Load, run: Run) -> None:
    run(script("figures"), "--check")


def test_stub(script: Load, run: Run, tmp_path: Path) -> None:
    stub = script("stub")
    stub.STUBS = tmp_path / "stubs"
    run(stub)
    written = {path.name: path.read_text() for path in stub.STUBS.iterdir()}
    kept = {path.name: path.read_text() for path in (ROOT / "src/kinroute/_core").glob("*.pyi")}
    assert written == kept


def test_notebook(script: Load, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sum.ipynb"
    kernel = {"name": "python3", "display_name": "Python 3"}
    cells = [nbformat.v4.new_code_cell("import os\nprint(1 + 1, os.listdir())")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    assert run(script("notebook"), path) == f"{path}\n"
    stored = nbformat.read(path, as_version=4)
    assert stored.cells[0].outputs[0].text == "2 []\n"
    assert stored.metadata == {"kernelspec": kernel}


def test_fit_ranker(script: Load, run: Run, tmp_path: Path) -> None:
    labels = written(tmp_path / "labels", some_labels(10, 12))
    given = ["--count", 10, "--hidden", 2, "--iterations", 3, "-o", tmp_path / "ranker.json"]
    assert "9 instances" in run(script("fit_ranker"), labels, *given)
    found = json.loads((tmp_path / "ranker.json").read_text())
    assert len(found["output"]) == 2
    assert found["made_by"]["loss"] > 0


def test_reference_costs(script: Load, run: Run, tmp_path: Path) -> None:
    reference_costs = script("reference_costs")
    reference_costs.FOLDER, reference_costs.COSTS = tmp_path, tmp_path / "costs.json"
    instance = kinroute.generate(10, seed=1)
    write_vrplib(instance, tmp_path / "small.vrp")
    run(reference_costs, "--seconds-per-customer", 0.01, "--seeds", 1)
    costs = json.loads((tmp_path / "costs.json").read_text())
    best = kinroute.Solution.read(tmp_path / "small.sol")
    assert costs["small"] == {"cost": best.cost, "routes": len(best.routes)}
    assert kinroute.check(instance, best).ok


@pytest.mark.usefixtures("one_torch_thread")
def test_train_models(script: Load, run: Run, tmp_path: Path) -> None:
    train_models = script("train_models")
    light = replace(train_models.RUNS["light"], epochs=2, graphs_per_epoch=4, batch=2)
    train_models.RUNS = {"light": light}
    train_models.SNAPSHOTS = {"light": {1: "light-1", 2: "light-2"}}
    train = written(tmp_path / "train", some_labels(4))
    validation = written(
        tmp_path / "validation", some_labels(2, split="validation"), split="validation"
    )
    printed = run(train_models, train, validation, tmp_path / "out", "light")
    assert "light: 4 graphs, from epoch 0" in printed
    assert {path.stem for path in (tmp_path / "out").glob("*.safetensors")} == {
        "light-1",
        "light-2",
    }


def test_tidy(script: Load, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tidy = script("tidy")
    tidy.ROOT = tmp_path
    source, build = tmp_path / "cpp" / "one.cpp", tmp_path / "build" / "any-Release"
    source.parent.mkdir()
    build.mkdir(parents=True)
    command = {"directory": str(tmp_path), "file": str(source), "command": f"c++ -c {source}"}
    (build / "compile_commands.json").write_text(json.dumps([command]))
    shutil.copy(ROOT / ".clang-tidy", tmp_path)
    source.write_text("int one() { return 1; }\n")
    assert run(tidy) == ""
    source.write_text("int *none() { return 0; }\n")
    with pytest.raises(AssertionError):  # the exit code is no longer 0
        run(tidy)
    assert "modernize-use-nullptr" in capsys.readouterr().out


@pytest.fixture
def commands(script: Load, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """What a build would run, each with its environment; only empty environments are made."""
    variant = script("variant")
    seen: list[Any] = []

    def record(command: tuple[str, ...], *, env: dict[str, str], **options: Any) -> None:
        seen.append((list(map(str, command)), env))
        if "venv" in command:
            actual(command, **options)

    actual = subprocess.run
    monkeypatch.setattr(variant, "ROOT", tmp_path)
    monkeypatch.setattr(variant.subprocess, "run", record)
    monkeypatch.setattr(variant, "library", lambda name: f"/lib/{name}")
    return seen


def test_variant(script: Load, run: Run, commands: list[Any], tmp_path: Path) -> None:
    run(script("variant"), "asan", "-k", "moves")
    _, (build, _), (test, environment) = commands
    assert "cmake.define.KINROUTE_SANITIZE=ON" in build
    assert f"build-dir={tmp_path / 'build' / 'asan' / 'cmake'}" in build
    assert test[0] == str(tmp_path / "build" / "asan" / "venv" / "bin" / "python")
    assert test[-2:] == ["-k", "moves"]
    assert "tests/core" in test
    assert environment["LD_PRELOAD"] == "/lib/libasan.so /lib/libstdc++.so"
    commands.clear()
    run(script("variant"), "clang", "--all")
    _, (_, environment), (test, _) = commands
    assert environment["CXX"] == "clang++"
    assert not [word for word in test if word.startswith("tests")]
    (shared,) = Path(test[0]).parents[1].rglob("shared.pth")
    assert shared.read_text().strip() in sys.path  # the packages of this environment


def test_measure_coverage(script: Load, run: Run, commands: list[Any]) -> None:
    coverage = script("measure_coverage")
    run(coverage, "tests/io")
    words = [" ".join(command) for command, _ in commands]
    assert "cmake.define.KINROUTE_COVERAGE=ON" in words[2]
    assert words[3].endswith("-n 0 --cov --cov-report= tests/io")
    assert "coverage html" in words[4]
    assert "coverage report" in words[5]
    assert "gcovr" in words[6]


def test_the_tests_of_every_variant_exist(script: Load) -> None:
    for variant in script("variant").VARIANTS.values():
        assert [path for path in variant.tests if not (ROOT / path).exists()] == []


def test_portable(script: Load, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    portable = script("portable")
    assert {"gcc", "clang", "libc++", "arm", "windows"} == set(portable.targets())
    with pytest.raises(SystemExit):
        run(portable, "amiga")
    assert "no target amiga; there are gcc, clang" in capsys.readouterr().err
    absent = portable.Target("gcc", "no-such-compiler", None)
    portable.targets = lambda: {"gcc": absent}
    assert run(portable) == "gcc      left out: there is no no-such-compiler\n"
    with pytest.raises(AssertionError):  # the exit code is no longer 0
        run(portable, "--strict")


def test_smoke(script: Load, tmp_path: Path) -> None:
    smoke = script("smoke")
    with pytest.raises(SystemExit, match="is the source, not the installed package"):
        smoke.check_import(tmp_path)
    assert f"D-O {smoke.COST}, N-N" in smoke.check_command_line(tmp_path)
    assert f"D-O {smoke.COST}, auto" in smoke.check_api(tmp_path)
    assert (tmp_path / "routes.pdf").stat().st_size > 1000
    smoke.EXTRAS = {"nothing": ("no_such_module", "info missing.vrp")}
    with pytest.raises(SystemExit, match="does not name the extra nothing"):
        smoke.check_extras(tmp_path)
    with pytest.raises(SystemExit, match="exit code 2, not 0"):
        smoke.kinroute("info", "missing.vrp", folder=tmp_path)


def test_distributions(script: Load, run: Run, tmp_path: Path) -> None:
    distributions = script("distributions")
    wheel = tmp_path / "kinroute-1.0-cp312-abi3-linux_x86_64.whl"
    names = [
        *distributions.WHEEL.required,
        "kinroute/_core.abi3.so",
        "kinroute-1.0.dist-info/RECORD",
    ]
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    assert f"{len(names)} files" in run(distributions, wheel)
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in (*names[1:-2], "tests/data.vrp"):
            archive.writestr(name, "")
        archive.writestr("kinroute/big.bin", bytes(distributions.WHEEL.largest + 1))
    assert distributions.problems(wheel) == [
        "kinroute/__init__.py is missing",
        "the core is missing",
        "tests/data.vrp does not belong there",
        "kinroute/big.bin has 5,000,001 bytes; at most 5,000,000",
    ]


def test_wheel(script: Load, tmp_path: Path) -> None:
    # `make wheel`, which is a part of .ci/run, builds one and uses it.
    wheel = script("wheel")
    (tmp_path / "a.whl").touch()
    assert wheel.only(tmp_path, "*.whl") == tmp_path / "a.whl"
    with pytest.raises(SystemExit, match=r"has 0 files \*\.tar\.gz, not one"):
        wheel.only(tmp_path, "*.tar.gz")


def test_hostile(script: Load, run: Run, tmp_path: Path) -> None:
    hostile, case = script("hostile"), script("hostile_cases").Case
    hostile.PAGE = tmp_path / "page.md"
    hostile.GROUPS = {"Few": [case("a missing file", "kinroute info a.vrp"), case("help", "true")]}
    run(hostile)
    lines = hostile.PAGE.read_text().splitlines()
    row = "| a missing file | `kinroute info a.vrp` | 2 | a.vrp: there is no such file |"
    assert [row, "| help | `true` | 0 | – |"] == lines[-2:]
    run(hostile, "--check")
    hostile.PAGE.write_text("old")
    with pytest.raises(AssertionError):
        run(hostile, "--check")


def test_hostile_cases(script: Load) -> None:
    for cases in script("hostile_cases").GROUPS.values():
        assert len({(case.what, case.command) for case in cases}) == len(cases)


@pytest.mark.thorough
def test_screenshots(script: Load, run: Run, tmp_path: Path) -> None:
    chromium()
    tool = script("screenshots")
    run(tool, tmp_path, "--only", "phone-light")
    found = {path.stem.removeprefix("phone-light-") for path in tmp_path.glob("*.png")}
    assert found >= {"first", "error", "plan", "route", "customer", "moved", "compare", "race"}
    assert {f"{name}.png" for name in tool.IN_DOCUMENTATION} == {
        path.name for path in tool.DOCUMENTATION.iterdir()
    }
    assert max(path.stat().st_size for path in tool.DOCUMENTATION.iterdir()) < 200_000


def test_fuzz(script: Load, run: Run) -> None:
    out = run(script("fuzz"), "--count", 40, "--only", "sol", "--only", "vrp")
    assert ", 0 findings" in out
    assert out.startswith(("sol ", "vrp "))


def test_fuzz_formats(script: Load, tmp_path: Path) -> None:
    known = script("fuzz_formats").formats(tmp_path)
    suffixes = {Path(form.file).suffix for form in known.values()}
    assert suffixes >= {".vrp", ".csv", ".xlsx", ".npz", ".sol", ".json", ".toml", ".safetensors"}


def test_fuzz_mutations(script: Load) -> None:
    mutations = script("fuzz_mutations")
    rng = random.Random(1)
    changed = [mutations.mutated(rng, b"a 1 2\nb 3 4\n", ["c"]) for _ in range(200)]
    assert len(set(changed)) > 100
