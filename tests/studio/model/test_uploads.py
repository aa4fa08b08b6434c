from pathlib import Path

import pytest

from kinroute.errors import FormatError, InputError
from kinroute.studio.model.uploads import shown_name, upload_file


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plan.csv", "plan.csv"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\plan.csv", "plan.csv"),
        ("", "file"),
        ("/", "file"),
    ],
)
def test_the_last_part_of_a_name_is_shown(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("a.CSV", ".csv"), ("a.sol", ".sol"), ("a", ""), ("a.x y", ""), ("a." + "z" * 40, "")],
)
def test_only_a_plain_suffix_is_taken_from_the_name(name: str, suffix: str) -> None:
    with upload_file(name, b"content") as path:
        assert path.read_bytes() == b"content"
        assert path.name == f"upload{suffix}"
        folder = path.parent
    assert not folder.exists()


def test_errors_are_about_the_name_of_the_client() -> None:
    def fail(path: Path) -> None:
        raise FormatError(f"{path} is wrong", source=str(path), place="row 3")

    with pytest.raises(FormatError) as caught, upload_file("../mine.csv", b"") as path:
        fail(path)
    assert str(caught.value) == "mine.csv, row 3: mine.csv is wrong"
    assert (caught.value.source, caught.value.place) == ("mine.csv", "row 3")
    with pytest.raises(InputError, match=r"^other: text$"), upload_file("mine.csv", b""):
        raise InputError("text", source="other")
