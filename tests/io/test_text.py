from pathlib import Path

import pytest

from kinroute.errors import FormatError, InputWarning
from kinroute.io.text import decoded, finite, printable, read_text, shown


@pytest.mark.parametrize(
    "content", [b"a\r\nb\n", b"\xef\xbb\xbfa\nb\n", "a\r\nb\n".encode("utf-16"), b"a\rb\r"]
)
def test_marks_and_line_endings_do_not_matter(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    assert read_text(tmp_path / "a.txt") == "a\nb\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        (b"a\nb \xe9 c", "line 2: byte 0xe9 is not UTF-8"),
        (b"a\0b", "binary"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(FormatError, match=reason) as caught:
        read_text(tmp_path / "a.txt")
    assert str(caught.value).startswith(str(tmp_path / "a.txt"))


def test_text_of_windows_is_read_with_a_warning() -> None:
    content = "a\nCafé – 5 €\n".encode("cp1252")
    with pytest.warns(InputWarning, match=r"a\.csv, line 2: not UTF-8; read as Windows-1252"):
        assert decoded(content, "a.csv", or_windows=True) == "a\nCafé – 5 €\n"


@pytest.mark.parametrize("content", [b"a\nb \xe9 \x01 c", b"a\nb \xe9 \x81 c"])
def test_what_is_no_text_of_windows_either_is_refused(content: bytes) -> None:
    with pytest.raises(FormatError, match="line 2: byte 0xe9 is not UTF-8"):
        decoded(content, "a.csv", or_windows=True)


def test_control_characters_are_spelt_out() -> None:
    assert printable("Café \x1b[31m\x07\u202e\xa0x") == "Café \\x1b[31m\\x07\\u202e x"


def test_a_device_is_no_file() -> None:
    with pytest.raises(FormatError, match="this is a device"):
        read_text("/dev/zero")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file"):
        read_text(tmp_path / "a.txt")
    with pytest.raises(FormatError, match="directory"):
        read_text(tmp_path)
    with pytest.raises(FormatError, match="cannot be read"):
        read_text("a\0b")


def test_only_finite_numbers_are_numbers() -> None:
    assert [finite(text) for text in ("1", "-2.5", "+1e3")] == [1, -2.5, 1000]
    for text in ("", "x", "1_000", "nan", "inf", "-Infinity", "1e999", "0x10"):
        with pytest.raises(ValueError, match="is not a"):
            finite(text)


def test_long_quotes_are_shortened() -> None:
    assert shown("a" * 100) == repr("a" * 37 + "...")
