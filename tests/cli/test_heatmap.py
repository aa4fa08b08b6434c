from pathlib import Path

import numpy as np
import pytest

import kinroute
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
