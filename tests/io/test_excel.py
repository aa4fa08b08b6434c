import datetime
import sys
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from kinroute.errors import ConfigError, FormatError, InputWarning
from kinroute.io import read
from kinroute.io.excel import is_workbook

ROWS: list[list[Any]] = [
    ["Client", "lat", "lon", "Qty", "Phone", "Since"],
    ["depot", 48.1, 11.5, None, None, None],
    ["Inn", 48.2, 11.6, 5, "0171, 5", datetime.datetime(2024, 5, 1)],
    [None, None, None, None, None, None],
    ["Bar", "48,3", 11.4, 6.0, True, None],
]


def workbook(tmp_path: Path, *sheets: list[list[Any]], name: str = "stops.xlsx") -> Path:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / name)
    return tmp_path / name


def test_a_sheet_of_stops_is_an_instance(tmp_path: Path) -> None:
    instance = read(workbook(tmp_path, ROWS), capacity=20)
    assert instance.names == ("Inn", "Bar")
    assert instance.demands.tolist() == [5, 6]
    assert instance.coordinates is not None
    assert instance.coordinates.tolist() == [[48.1, 11.5], [48.2, 11.6], [48.3, 11.4]]
    assert instance.attributes is not None
    assert [dict(row) for row in instance.attributes] == [
        {"Phone": "0171, 5", "Since": "2024-05-01"},
        {"Phone": "yes", "Since": ""},
    ]


def test_errors_have_the_row_of_the_sheet(tmp_path: Path) -> None:
    rows = [*ROWS, ["Zoo", 48.3, 11.4, "many", None, None]]
    with pytest.raises(FormatError, match=r"stops\.xlsx, row 6: demand 'many' is not a number"):
        read(workbook(tmp_path, rows), capacity=20)


def test_a_matrix_may_be_a_sheet(tmp_path: Path) -> None:
    rows: list[list[Any]] = [[0, 1, 2, None], [3, None, None, 5], [5, 6, None, 7]]
    path = workbook(tmp_path, [["a", "b", "c", "demand"], *rows])
    instance = read(path, capacity=20)
    assert instance.demands.tolist() == [5, 7]
    assert instance.is_forbidden(1, 2)


def test_sheets_that_are_not_read_are_said(tmp_path: Path) -> None:
    path = workbook(tmp_path, [], ROWS, [["more"]])
    with pytest.warns(InputWarning, match="only the sheet 'Sheet 2' is read, not 'Sheet 3'"):
        assert read(path, capacity=20).customers == 2


def test_a_workbook_is_known_without_its_suffix(tmp_path: Path) -> None:
    path = workbook(tmp_path, ROWS).rename(tmp_path / "stops.dat")
    assert is_workbook(path.read_bytes())
    assert read(path, capacity=20).customers == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04 broken", "this workbook is damaged"),
        (b"a,b,c", "this workbook is damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", r"an old workbook \(\.xls\); save it as \.xlsx"),
    ],
)
def test_what_is_no_workbook_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "a.xlsx").write_bytes(content)
    with pytest.raises(FormatError, match=reason):
        read(tmp_path / "a.xlsx", capacity=20)


def test_an_empty_workbook_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="only blank cells"):
        read(workbook(tmp_path, []), capacity=20)


def test_without_openpyxl_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = workbook(tmp_path, ROWS)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ConfigError, match=r'needs openpyxl.*\nInstall it, in.*pip install "\.\['):
        read(path, capacity=20)


def edited(path: Path, member: str, old: bytes, new: bytes) -> Path:
    """Replace a piece of a member of a workbook."""
    with zipfile.ZipFile(path) as book:
        members = {name: book.read(name) for name in book.namelist()}
    assert old in members[member]
    members[member] = members[member].replace(old, new)
    with zipfile.ZipFile(path, "w") as book:
        for name, content in members.items():
            book.writestr(name, content)
    return path


def test_a_row_that_no_sheet_has_is_refused_in_time(tmp_path: Path) -> None:
    path = workbook(tmp_path, ROWS)
    edited(path, "xl/worksheets/sheet1.xml", b'<row r="5"', b'<row r="2147483647"')
    with pytest.raises(FormatError, match="has more than 1048576 rows, which no sheet has"):
        read(path, capacity=20)


def test_nothing_is_printed_of_odd_styles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = workbook(tmp_path, ROWS)
    edited(path, "xl/styles.xml", b'name="Normal" xfId="0"', b'name="Normal" xfId="7"')
    with pytest.raises(FormatError, match="this workbook is damaged"):
        read(path, capacity=20)
    assert capsys.readouterr().out == ""
