from pathlib import Path

import numpy as np
import pytest

import kinroute
import kinroute.neural.models
from kinroute.io.heatmaps import read_heatmap
from tests.cli.conftest import Cli
from tests.neural.small import some_labels, written


def test_a_heatmap_is_written_and_steers_a_search(
    cli: Cli, vrp: Path, instance: kinroute.Instance, tmp_path: Path
) -> None:
    path = tmp_path / "h.npz"
    ran = cli("heatmap", vrp, "--model", "light-1", "-o", path)
    assert (ran.code, ran.out) == (0, f"{path}\n")
    assert "inference with light-1: " in ran.err
    lists = kinroute.ByHeatmap("light-1").neighbours(instance, 39)
    found = read_heatmap(path)
    np.testing.assert_array_equal(found.ids, lists.ids)
    from_file, by_name = (
        cli("solve", vrp, "--method", "N-N", "--iterations", 20, "--json", *words)
        for words in (("--heatmap", path), ("--model", "light-1"))
    )
    assert from_file.code == by_name.code == 0
    assert from_file.json["routes"] == by_name.json["routes"]


def test_a_method_with_a_network_needs_no_option(cli: Cli, vrp: Path) -> None:
    default, named = (
        cli("solve", vrp, "--method", "N-N", "--iterations", 5, "--json", *words)
        for words in ((), ("--model", "light-2"))
    )
    assert default.code == 0
    assert default.json["routes"] == named.json["routes"]


def test_models_are_compared_with_named_relatednesses(cli: Cli, tmp_path: Path) -> None:
    labels = written(tmp_path / "labels", some_labels(3, 25))
    words = ("--by", "distance", "--model", "light-1", "--model", "light-2", "--sample", 2)
    ran = cli("heatmap", "--evaluate", labels, *words)
    assert ran.code == 0
    rows = [line.split() for line in ran.out.splitlines()]
    names = [row[0] for row in rows if len(row) == 6 and row[0] != "k"]
    assert names[:4] == ["distance", "light-1", "light-2", "oracle"]


def test_no_column_is_cut_off_in_a_file(cli: Cli, tmp_path: Path) -> None:
    labels = written(tmp_path / "labels", some_labels(2, 12))
    ran = cli("heatmap", "--evaluate", labels, "--model", "light-1", "--model", "light-2")
    assert ran.code == 0
    assert "…" not in ran.out
    assert "mutual-rank" in ran.out


def test_solutions_that_are_left_out_are_reported(cli: Cli, tmp_path: Path) -> None:
    for seed in (1, 2):
        made = cli("generate", "--customers", 12, "--seed", seed, "-o", tmp_path / f"{seed}.vrp")
        assert made.code == 0
        solved = cli(
            *("solve", tmp_path / f"{seed}.vrp", "--iterations", 20, "--quiet"),
            *("-o", tmp_path / f"{seed}.sol"),
        )
        assert solved.code == 0
    (tmp_path / "2.sol").write_text("Route #1: 1 2 3\nCost 1\n")
    ran = cli("heatmap", "--evaluate", tmp_path, "--by", "distance", "--model", "light-1")
    assert ran.code == 0
    assert "kinroute: 2 is left out: " in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "give an instance and -o OUT.npz, or --evaluate LABELS"),
        (("FILE",), "give an instance and -o OUT.npz"),
        (("FILE", "-o", "OUT", "--model", "heavy"), "no model 'heavy'; known by name are"),
        (
            ("FILE", "-o", "OUT", "--model", "light-1", "--model", "light-2"),
            "a heatmap is of one model",
        ),
        (("FILE", "-o", "OUT", "--device", "tpu"), "device 'tpu'; use one of auto, cpu, cuda"),
        (("FILE", "-o", "OUT", "--threads", 0), "threads = 0; use a whole number from 1"),
        (("FILE", "--evaluate", "LABELS"), "leave FILE and -o out"),
        (("--evaluate", "LABELS", "--k", 6), "k = 6; use one of 5, 7, 10, 15, 20"),
        (("--evaluate", "LABELS", "--by", "luck"), "relatedness 'luck' is unknown"),
        (("--evaluate", "LABELS", "--sample", 0), "sample = 0; use 1 or more"),
        (("--evaluate", "LABELS", "--model", "heavy"), "no model 'heavy'"),
    ],
)
def test_invalid_options_are_refused(
    cli: Cli, vrp: Path, tmp_path: Path, words: tuple[object, ...], message: str
) -> None:
    places = {"FILE": vrp, "OUT": tmp_path / "h.npz"}
    if "LABELS" in words:
        places["LABELS"] = written(tmp_path / "labels", some_labels(2, 25))
    ran = cli("heatmap", *(places.get(str(word), word) for word in words))
    assert ran.code == 2
    assert message in ran.err
    assert not (tmp_path / "h.npz").exists()


def test_a_heatmap_and_a_model_are_one_too_many(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    words = ("--method", "N-N", "--heatmap", tmp_path / "h.npz", "--model", "light-1")
    ran = cli("solve", vrp, *words)
    assert ran.code == 2
    assert "--heatmap and --model both give scores" in ran.err


FUNCTION = """
import numpy as np
def scores(instances):
    return [-np.hypot(*(i.coordinates[1:, None] - i.coordinates[None, 1:]).T) for i in instances]
scores.batch = 4
"""


@pytest.fixture
def sources(tmp_path: Path, vrp: Path, instance: kinroute.Instance) -> dict[str, str]:
    """Four ways to give a model: a name, its file, a function, and a folder."""
    (tmp_path / "nets.py").write_text(FUNCTION)
    maps = tmp_path / "maps"
    maps.mkdir()
    heat = np.random.default_rng(1).random((instance.customers, instance.customers))
    np.savez(maps / f"{vrp.stem}.npz", heatmap=heat)
    shipped = Path(kinroute.neural.models.__file__).parent / "shipped" / "light-1.safetensors"
    return {
        "name": "light-1",
        "file": str(shipped),
        "function": f"{tmp_path / 'nets.py'}:scores",
        "folder": str(maps),
    }


@pytest.mark.parametrize("kind", ["name", "file", "function", "folder"])
def test_every_kind_of_model_works_in_every_command(
    cli: Cli, vrp: Path, tmp_path: Path, sources: dict[str, str], kind: str
) -> None:
    model, out = sources[kind], tmp_path / "out.npz"
    ran = cli("heatmap", vrp, "--model", model, "-o", out)
    assert ran.code == 0, ran.err
    words = (vrp, "--method", "N-N", "--iterations", 20, "--json")
    solved, again = (
        cli("solve", *words, "--model", model),
        cli("solve", *words, "--heatmap", out),
    )
    assert solved.code == again.code == 0, solved.err
    assert solved.json["routes"] == again.json["routes"]
    cli("solve", vrp, "--iterations", 5, "--quiet", "-o", vrp.with_suffix(".sol"))
    drawn = cli("plot", vrp, "--related", 3, "--model", model, "-o", tmp_path / "p.svg")
    assert drawn.code == 0, drawn.err


@pytest.mark.parametrize("kind", ["name", "file", "function"])
def test_every_kind_of_model_is_evaluated(
    cli: Cli, tmp_path: Path, sources: dict[str, str], kind: str
) -> None:
    labels = written(tmp_path / "labels", some_labels(3, 25))
    ran = cli("heatmap", "--evaluate", labels, "--by", "distance", "--model", sources[kind])
    assert ran.code == 0, ran.err
    rows = {line.split()[0]: line.split()[1:] for line in ran.out.splitlines() if line.split()}
    if kind == "function":
        assert rows[sources[kind]] == rows["distance"]  # its scores are those of distance
    else:
        assert len(rows["light-1"]) == 5


def test_a_folder_of_heatmaps_is_evaluated(cli: Cli, tmp_path: Path) -> None:
    labels = some_labels(2, 12)
    (tmp_path / "maps").mkdir()
    for number in range(2):
        instance = labels.instance(number)
        heat = kinroute.ByHeatmap("light-1").neighbours(instance, 11)
        assert heat.scores is not None
        np.savez(tmp_path / "maps" / f"{instance.name}.npz", ids=heat.ids, scores=heat.scores)
    ran = cli(
        *("heatmap", "--evaluate", written(tmp_path / "labels", labels), "--by", "distance"),
        *("--model", "light-1", "--model", tmp_path / "maps"),
    )
    assert ran.code == 0, ran.err
    rows = {line.split()[0]: line.split()[1:] for line in ran.out.splitlines() if line.split()}
    assert rows[str(tmp_path / "maps")] == rows["light-1"]


@pytest.mark.parametrize("command", ["heatmap", "solve", "plot"])
@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("heavy", "no model 'heavy'; known by name are"),
        ("gone.py:scores", "there is no file gone.py; give a function as file.py:function"),
        ("json:nothing", "json has no function nothing; give it as json:NAME"),
        ("MAPS", r".npz; every instance needs its heatmap"),
        ("gone.safetensors", "no model 'gone.safetensors'"),
    ],
)
def test_every_kind_of_model_has_a_clear_error(
    cli: Cli, vrp: Path, tmp_path: Path, command: str, model: str, message: str
) -> None:
    (tmp_path / "maps").mkdir()
    np.savez(tmp_path / "maps" / "other.npz", heatmap=np.zeros((2, 2)))
    model = str(tmp_path / "maps") if model == "MAPS" else model
    words = {
        "heatmap": (vrp, "-o", tmp_path / "out.npz"),
        "solve": (vrp, "--method", "N-N", "--iterations", 1),
        "plot": (vrp, "--related", 1, "-o", tmp_path / "p.svg"),
    }
    ran = cli(command, *words[command], "--model", model)
    assert ran.code == 2
    assert message in ran.err


def test_pure_lists_are_an_option(cli: Cli, vrp: Path) -> None:
    words = ("solve", vrp, "--method", "N-N", "--iterations", 60, "--json")
    mixed, pure, by_name = cli(*words), cli(*words, "--pure-lists"), cli(*words, "--pure-lists")
    assert mixed.code == pure.code == 0
    assert pure.json["routes"] == by_name.json["routes"]
    assert mixed.json["trace"] != pure.json["trace"]
