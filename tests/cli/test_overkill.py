import inspect
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute.bench.overkill import OverkillOptions
from kinroute.cli.overkill import overkill
from kinroute.io import write_vrplib
from kinroute.problem.generate import generate
from tests.cli.conftest import Cli

pytestmark = pytest.mark.thorough

SCORES = """
import numpy as np
def scores(instance):
    x, y = instance.coordinates[1:].T
    return -np.hypot(x[:, None] - x, y[:, None] - y)
"""
SHORT = ("--seconds", 0.02, "--seeds", 1, "--workers", 1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    heat = np.random.default_rng(1)
    (tmp_path / "maps").mkdir()
    for seed in range(3):
        write_vrplib(generate(15, seed=seed), tmp_path / "maps" / f"i{seed}.vrp")
        np.savez(tmp_path / "maps" / f"i{seed}.npz", heatmap=heat.random((15, 15)))
    return tmp_path


def test_a_folder_of_heatmaps_gets_its_verdict(cli: Cli, folder: Path) -> None:
    done = cli("overkill", "maps", *SHORT)
    assert done.code == 0, done.err
    assert "3 instances × 6 arms × 1 seed = 18 runs" in done.err
    assert "Crossover: the assay is too small. Too few pairs to show anything" in done.out
    assert "  crossover by maps instead of distance: no verdict" in done.out
    assert "  local search by maps instead of distance: no verdict" in done.out
    assert "No verdict: crossover by maps instead of distance, local search by maps" in done.out
    page = Path("overkill.html").read_text()
    assert "Is it overkill?" in page
    again = cli("overkill", "maps/", *SHORT)
    assert "0 runs done, 18 were stored already" in again.err
    assert "  crossover by maps/ instead of distance: no verdict" in again.out


def test_a_function_is_tried_on_drawn_instances(cli: Cli, folder: Path) -> None:
    (folder / "net.py").write_text(SCORES)
    done = cli("overkill", "net.py:scores", *SHORT, "--sample", 3, "-o", "report.md")
    assert done.code == 0, done.err
    assert "3 instances" in done.err
    report = Path("report.md").read_text()
    assert "Crossover by net.py:scores instead of distance" in report
    assert "Crossover by random relatedness instead of distance" in report


def test_the_oracle_is_added_where_solutions_are_known(cli: Cli, folder: Path) -> None:
    for seed in range(3):
        path = folder / "maps" / f"i{seed}.vrp"
        assert cli("solve", path, "--time-limit", 0.05, "-o", path.with_suffix(".sol")).code == 0
    done = cli("overkill", "maps", *SHORT, "-o", "report.md")
    assert done.code == 0, done.err
    assert "3 instances × 8 arms" in done.err
    assert "oracle (edges of the best known solution)" in done.out
    assert "McNemar" in Path("report.md").read_text()


def test_the_scores_of_distance_itself_are_equivalent_to_it(cli: Cli, folder: Path) -> None:
    (folder / "net.py").write_text(SCORES)
    words = ("--sample", 12, "--customers", 40, "--seconds", 0.05, "--workers", 2)
    done = cli("overkill", "net.py:scores", *words, "--optimistic", "-o", "report.md")
    assert done.code == 0, done.err
    assert done.out.count("Equivalent within ±0.1 points") == 2
    assert "Inference time is left out." in Path("report.md").read_text()


def test_instances_without_a_heatmap_are_left_out(cli: Cli, folder: Path) -> None:
    (folder / "maps" / "i1.npz").unlink()
    done = cli("overkill", "maps", *SHORT, "--instances", "maps/*.vrp")
    assert done.code == 0, done.err
    assert "2 instances" in done.err
    assert "1 instance without a heatmap left out" in done.err
    assert (
        "Instances left out because they have no heatmap: 1." in Path("overkill.html").read_text()
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), "unknown model 'nowhere'"),
        (("maps", "--instances", "gone"), "no file matches gone"),
        (("maps", "--seeds", "0"), "use 1 or more"),
        (("maps", "-o", "x.pdf"), "must end in .html or .md"),
        (("net.py:scores",), "net.py; give a function as file.py:function"),
    ],
)
def test_what_cannot_be_tried_is_said(
    cli: Cli, folder: Path, words: tuple[str, ...], said: str
) -> None:
    done = cli("overkill", *words)
    assert done.code == 2
    assert said in done.err


def test_a_heatmap_of_the_wrong_size_is_refused(cli: Cli, folder: Path) -> None:
    np.savez(folder / "maps" / "i1.npz", heatmap=np.zeros((3, 3)))
    done = cli("overkill", "maps", *SHORT)
    assert done.code == 2
    assert "heatmap has shape (3, 3)" in done.err


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return instance.nothing", "net.py:scores, line 2: it fails on KML"),
        ("return instance.nothing", "with AttributeError: 'Instance' object has no attribute"),
        ("return [[1, 2], [3, 4]]", "heatmap has shape (2, 2)"),
        ("return None", "heatmap"),
    ],
)
def test_a_function_that_fails_does_so_before_the_first_run(
    cli: Cli, folder: Path, body: str, said: str
) -> None:
    (folder / "net.py").write_text(f"def scores(instance):\n    {body}\n")
    done = cli("overkill", "net.py:scores", *SHORT)
    assert done.code == 2
    assert said in done.err
    assert not Path("runs").exists()


def test_a_function_that_fails_on_some_instances_is_refused(cli: Cli, folder: Path) -> None:
    write_vrplib(generate(9, seed=7), folder / "maps" / "small.vrp")
    text = SCORES.replace("    x, y", "    assert instance.customers < 10, 'too many'\n    x, y")
    (folder / "net.py").write_text(text)
    done = cli("overkill", "net.py:scores", *SHORT, "--instances", "maps")
    assert done.code == 2
    assert "net.py:scores, line 4: it fails on KML15" in done.err
    assert "AssertionError: too many" in done.err
    assert "20 runs done" in done.err  # all but those of the function on the larger ones


def test_a_report_that_cannot_be_written_stops_it_before_the_first_run(
    cli: Cli, folder: Path
) -> None:
    done = cli("overkill", "maps", *SHORT, "-o", "gone/report.html")
    assert done.code == 2
    assert "gone" in done.err
    assert not Path("runs").exists()


def test_a_network_by_name_or_file_gets_its_verdict(cli: Cli, folder: Path) -> None:
    file = Path(kinroute.__file__).parent / "neural" / "shipped" / "light-1.safetensors"
    for model in ("light-2", str(file)):
        words = ("--instances", "maps", "-o", "report.md", "--seconds", 0.05)
        done = cli("overkill", model, *SHORT, *words)
        assert done.code == 0, done.err
        assert f"Inference with {model} is charged to every run as wall time" in done.err
        assert f"Inference with {model} is charged" in Path("report.md").read_text()


def test_a_folder_is_said_not_to_be_charged(cli: Cli, folder: Path) -> None:
    done = cli("overkill", "maps", *SHORT, "-o", "report.md")
    assert done.code == 0, done.err
    for text in (done.err, Path("report.md").read_text()):
        assert "the time that it took to compute them is not charged" in text


def test_the_defaults_of_the_command_are_those_of_python() -> None:
    given = inspect.signature(overkill).parameters
    for part in fields(OverkillOptions):
        assert given[part.name].default == part.default, part.name
