import os
from pathlib import Path

import pytest

from kinroute.errors import InputError
from kinroute.io.atomic import replacing, write_bytes, write_text


def test_text_and_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    write_text(tmp_path / "a.txt", "é\n")
    write_bytes(tmp_path / "b.bin", b"\0\1")
    assert (tmp_path / "a.txt").read_bytes() == b"\xc3\xa9\n"
    assert (tmp_path / "b.bin").read_bytes() == b"\0\1"
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.bin"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "plot.png"
    target.write_text("old")

    def fail_half_way() -> None:
        with replacing(target) as temporary:
            temporary.write_text("half")
            raise RuntimeError("out of ink")

    with pytest.raises(RuntimeError):
        fail_half_way()
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["plot.png"]


def test_the_temporary_file_lies_beside_and_has_the_same_suffix(tmp_path: Path) -> None:
    with replacing(tmp_path / "plot.png") as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".png"
        temporary.write_text("new")
        assert not (tmp_path / "plot.png").exists()
    assert (tmp_path / "plot.png").read_text() == "new"


def test_a_link_is_followed_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.sol").write_text("old")
    (tmp_path / "link.sol").symlink_to(tmp_path / "real.sol")
    write_text(tmp_path / "link.sol", "new")
    assert (tmp_path / "link.sol").is_symlink()
    assert (tmp_path / "real.sol").read_text() == "new"


def test_a_device_is_written_to_and_stays_a_device() -> None:
    write_text(os.devnull, "gone")
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize(
    ("path", "reason"), [("missing/a.sol", "there is no directory"), (".", "is a directory")]
)
def test_what_cannot_be_written_is_named(tmp_path: Path, path: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        write_text(tmp_path / path, "text")
    assert str(tmp_path / path) in str(caught.value)


def test_a_directory_that_takes_no_files_is_named() -> None:
    with pytest.raises(InputError, match=r"cannot write /proc/self/a\.sol"):  # root cannot either
        write_text("/proc/self/a.sol", "text")


def test_a_read_only_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sol"
    path.write_text("kept")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="the file is read-only"):
        write_text(path, "text")
    assert path.read_text() == "kept"


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.sol"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_full_device_is_named() -> None:
    with pytest.raises(InputError, match="cannot write /dev/full: No space left on device"):
        write_text("/dev/full", "text")
