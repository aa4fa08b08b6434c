import shutil
from pathlib import Path

import pytest

import kinroute
from kinroute import _core
from kinroute.bench.build_id import build_id, hash_of


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(Path(kinroute.__file__).parent, tmp_path / "kinroute")
    shutil.copy(_core.__file__, tmp_path / "core")
    return tmp_path / "kinroute"


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


def test_the_build_is_that_of_the_package_and_its_core(copy: Path) -> None:
    assert build_id() == f"{kinroute.__version__}+{hash_of(copy, copy.parent / 'core')}"


@pytest.mark.parametrize("name", ["search/steering.py", "relatedness/ranker.json", "../core"])
def test_a_change_of_what_searches_is_another_build(copy: Path, name: str) -> None:
    before = hash_of(copy, copy.parent / "core")
    changed(copy / name)
    assert hash_of(copy, copy.parent / "core") != before


@pytest.mark.parametrize(
    "name", ["cli/console.py", "bench/report/page.html.jinja", "plot/routes.py"]
)
def test_a_change_of_what_shows_results_is_not(copy: Path, name: str) -> None:
    before = hash_of(copy, copy.parent / "core")
    changed(copy / name)
    assert hash_of(copy, copy.parent / "core") == before
