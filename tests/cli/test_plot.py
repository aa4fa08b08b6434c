from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinroute
import kinroute.plot.related
from kinroute.io.heatmaps import write_heatmap
from tests.cli.conftest import Cli


def test_an_instance_is_drawn(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    ran = cli("plot", vrp, "-o", picture)
    assert (ran.code, ran.out) == (0, f"{picture}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_solution_is_drawn_with_its_title(cli: Cli, stops: Path, tmp_path: Path) -> None:
    sol, picture = tmp_path / "a.sol", tmp_path / "a.pdf"
    sol.write_text("Route #1: 1 2\nRoute #2: 3\n")
    ran = cli("plot", stops, sol, "--capacity", 30, "--title", "Monday", "-o", picture)
    assert ran.code == 0
    assert picture.read_bytes().startswith(b"%PDF")


def test_a_picture_needs_a_known_suffix(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    ran = cli("plot", vrp, "-o", tmp_path / "a.gif")
    assert ran.code == 2
    assert "suffix '.gif'; use one of .png, .svg, .pdf" in ran.err


def test_a_picture_needs_a_name(cli: Cli, vrp: Path) -> None:
    ran = cli("plot", vrp)
    assert ran.code == 2
    assert "Missing option '-o' / '--output'" in ran.err


def test_a_solution_of_another_instance_is_refused(cli: Cli, stops: Path, tmp_path: Path) -> None:
    sol = tmp_path / "a.sol"
    sol.write_text("Route #1: 1 9\n")
    ran = cli("plot", stops, sol, "--capacity", 30, "-o", tmp_path / "a.png")
    assert ran.code == 2
    assert "route 1 visits customer 9" in ran.err
    assert not (tmp_path / "a.png").exists()


def test_what_a_customer_is_related_to_is_drawn(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    sol, picture = tmp_path / "a.sol", tmp_path / "a.png"
    assert cli("solve", vrp, "--iterations", 1, "-o", sol).code == 0
    ran = cli("plot", vrp, sol, "--related", 3, "--by", "distance", "--by", "Fusion", "-o", picture)
    assert (ran.code, ran.out, ran.err) == (0, f"{picture}\n", "")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_heatmap_stands_beside_distance(
    cli: Cli, vrp: Path, instance: kinroute.Instance, tmp_path: Path
) -> None:
    n = instance.customers
    write_heatmap(tmp_path / "h.npz", np.random.default_rng(1).random((n, n), np.float32))
    picture = tmp_path / "a.svg"
    ran = cli("plot", vrp, "--related", 3, "--heatmap", tmp_path / "h.npz", "-o", picture)
    assert ran.code == 0
    assert "Searching for a solution" in ran.err
    assert picture.read_text().startswith("<?xml")


def test_a_network_stands_beside_distance(
    cli: Cli, vrp: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sol, picture = tmp_path / "a.sol", tmp_path / "a.svg"
    assert cli("solve", vrp, "--iterations", 1, "-o", sol).code == 0
    drawn: list[str] = []
    draw = kinroute.plot.related.draw_related

    def recorded(instance: Any, customer: Any, chosen: Any, *more: Any, **named: Any) -> Any:
        drawn.extend(chosen)
        return draw(instance, customer, chosen, *more, **named)

    monkeypatch.setattr(kinroute.plot.related, "draw_related", recorded)
    ran = cli("plot", vrp, sol, "--related", 3, "--model", "light-2", "-o", picture)
    assert (ran.code, ran.err) == (0, "")
    assert drawn == ["distance", "light-2"]
    unknown = cli("plot", vrp, sol, "--related", 3, "--model", "heavy", "-o", picture)
    assert unknown.code == 2
    assert "no model 'heavy'; known by name are" in unknown.err


def test_a_crossover_is_drawn(cli: Cli, vrp: Path, tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    ran = cli("plot", vrp, "--crossover", 3, "--count", 5, "-o", picture)
    assert (ran.code, ran.out) == (0, f"{picture}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--related", 41), "there is no customer 41; KML40"),
        (("--crossover", 0), "there is no customer 0"),
        (("--related", 1, "--crossover", 1), "are two pictures; use one of them"),
        (("--related", 1, "--by", "luck"), "relatedness 'luck' is unknown; use one of distance,"),
        (("--related", 1, "--count", 0), "--count 0; use 1 or more"),
    ],
)
def test_a_picture_that_makes_no_sense_is_refused(
    cli: Cli, vrp: Path, tmp_path: Path, words: tuple[object, ...], message: str
) -> None:
    ran = cli("plot", vrp, *words, "-o", tmp_path / "a.png")
    assert ran.code == 2
    assert message in ran.err
    assert not (tmp_path / "a.png").exists()
