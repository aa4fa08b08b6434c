from pathlib import Path

import pytest

import kinroute
from tests.cli.conftest import Cli


def test_an_instance_goes_to_standard_output(cli: Cli, tmp_path: Path) -> None:
    ran = cli("generate", "-n", 12, "--seed", 4)
    assert ran.code == 0
    path = tmp_path / "a.vrp"
    path.write_text(ran.out)
    assert kinroute.read(path).name == kinroute.generate(12, seed=4).name


def test_a_name_that_ends_in_vrp_is_a_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "a.vrp"
    options = ["--law", "x", "--depot", "center", "--layout", 2, "--demand", "1-10"]
    ran = cli("generate", "-n", 30, *options, "--route-size", "4-6", "--seed", 9, "-o", path)
    assert (ran.code, ran.out) == (0, f"{path}\n")
    expected = kinroute.generate(
        30, law="X", depot=2, layout="clustered", demand=2, route_size=(4, 6), seed=9
    )
    found = kinroute.read(path)
    assert found.name == expected.name
    assert found.capacity == expected.capacity
    assert (found.demands == expected.demands).all()


def test_several_instances_fill_a_directory(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "set"
    ran = cli("generate", "-n", 8, "--seed", 5, "--count", 3, "-o", folder)
    assert ran.code == 0
    assert sorted(ran.out.split()) == sorted(map(str, folder.iterdir()))
    seeds = sorted(path.stem.rsplit("_s", 1)[1] for path in folder.iterdir())
    assert seeds == ["5", "6", "7"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-n", 0], "n = 0"),
        (["--law", "Y"], "law 'Y'"),
        (["--depot", "moon"], "depot 'moon'"),
        (["--layout", 4], "layout = 4"),
        (["--demand", "1-11"], "demand '1-11'"),
        (["--route-size", 7], "route_size = 7"),
        (["--route-size", "wide"], "route size 'wide'"),
        (["--seed", -1], "seed = -1"),
        (["--count", 0], "--count 0"),
        (["--count", 2], "give a directory with -o"),
        (["--count", 2, "-o", "a.vrp"], "--count 2 does not fit into a.vrp"),
    ],
)
def test_invalid_options_are_refused(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[object], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli("generate", *options)
    assert ran.code == 2
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_cannot_be_created_is_reported(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ran = cli("generate", "-n", 5, "-o", tmp_path / "file")
    assert ran.code == 2
    assert f"cannot create the directory {tmp_path / 'file'}" in ran.err
