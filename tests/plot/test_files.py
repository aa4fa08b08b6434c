from pathlib import Path

import pytest
from matplotlib.figure import Figure

from kinroute.errors import InputError
from kinroute.plot.files import SUFFIXES, require_known_suffix, save


@pytest.fixture
def figure() -> Figure:
    drawn = Figure(figsize=(2, 1))
    drawn.add_axes((0, 0, 1, 1)).plot([0, 1], [0, 1])
    return drawn


@pytest.mark.parametrize(
    ("suffix", "magic"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".PDF", b"%PDF")]
)
def test_every_kind_of_picture_is_written_whole(
    tmp_path: Path, figure: Figure, suffix: str, magic: bytes
) -> None:
    path = tmp_path / f"picture{suffix}"
    save(figure, path)
    assert path.read_bytes().startswith(magic)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["picture.bmp", "picture"])
def test_unknown_suffixes_are_refused(tmp_path: Path, figure: Figure, name: str) -> None:
    with pytest.raises(InputError, match=r"use one of \.png, \.svg, \.pdf"):
        save(figure, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_replaces_an_earlier_one(tmp_path: Path, figure: Figure) -> None:
    path = tmp_path / "a.png"
    path.write_text("earlier")
    save(figure, path)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_suffix_is_known_in_any_case(suffix: str) -> None:
    assert require_known_suffix(f"a{suffix}") == suffix
    assert require_known_suffix(f"a{suffix.upper()}") == suffix
