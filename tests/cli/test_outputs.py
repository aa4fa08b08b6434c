from pathlib import Path

import pytest

from kinroute.cli.outputs import require_apart, require_picture, require_writable
from kinroute.errors import InputError


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    require_writable(tmp_path / "new.sol")
    assert list(tmp_path.iterdir()) == []


def test_a_check_leaves_an_earlier_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "old.sol"
    path.write_text("earlier")
    require_writable(path)
    assert path.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_directory_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no directory"):
        require_writable(tmp_path / "missing" / "a.sol")


def test_an_output_must_not_be_an_input_by_whatever_path(tmp_path: Path) -> None:
    path = tmp_path / "a.vrp"
    path.write_text("")
    around = tmp_path / "folder" / ".." / "a.vrp"
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=r"it is also .*; choose another name"):
        require_apart([around], [path])


def test_two_outputs_must_differ(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it is also"):
        require_apart([tmp_path / "a", tmp_path / "a"], [])
    require_apart([tmp_path / "a", tmp_path / "b"], [tmp_path / "c"])


def test_a_picture_needs_a_known_suffix_and_a_place(tmp_path: Path) -> None:
    require_picture(tmp_path / "a.svg")
    with pytest.raises(InputError, match=r"suffix '\.gif'"):
        require_picture(tmp_path / "a.gif")
    with pytest.raises(InputError, match="there is no directory"):
        require_picture(tmp_path / "missing" / "a.svg")
    assert list(tmp_path.iterdir()) == []
