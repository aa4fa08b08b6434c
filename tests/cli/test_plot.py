from pathlib import Path

from .conftest import Cli


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
    assert cli("plot", vrp).code == 2


def test_a_solution_of_another_instance_is_refused(cli: Cli, stops: Path, tmp_path: Path) -> None:
    sol = tmp_path / "a.sol"
    sol.write_text("Route #1: 1 9\n")
    ran = cli("plot", stops, sol, "--capacity", 30, "-o", tmp_path / "a.png")
    assert ran.code == 2
    assert "route 1 visits customer 9" in ran.err
    assert not (tmp_path / "a.png").exists()
