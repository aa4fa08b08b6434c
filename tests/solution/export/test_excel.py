import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from kinroute.errors import ConfigError
from tests.solution.export.made_up import large, matrix, plane, utrecht


def written(path: Path, result: object) -> openpyxl.Workbook:
    result.write(path)  # type: ignore[attr-defined]
    return openpyxl.load_workbook(path)


def test_there_is_a_summary_and_a_sheet_per_route(tmp_path: Path) -> None:
    book = written(tmp_path / "a.xlsx", utrecht())
    assert book.sheetnames == ["Summary", "Route 1", "Route 2"]
    rows = list(book["Route 1"].iter_rows(values_only=True))
    assert rows[0] == (
        *("position", "node", "name", "demand", "load"),
        *("distance (km)", "arrival (min)", "departure (min)"),
        *("latitude", "longitude", "phone", "route (input)"),
    )
    assert [row[2] for row in rows[1:]] == ["Depot", "=1+1", "مخبز <b>&amp;", "Depot"]
    assert rows[2][5:8] == (1.30503, 2.61006, 7.61006)
    assert rows[2][10] == "+31 30 1234"
    summary = list(book["Summary"].iter_rows(values_only=True))
    assert summary[0][:2] == ("instance", "Monday <&> Tuesday")
    assert ("route", "stops", "load", "capacity", "distance (km)", "duration (min)") in summary
    assert summary[-1] == ("total", 3, 13, 20, 10.910274, 41.820547)


def test_texts_are_never_formulas_and_numbers_are_numbers(tmp_path: Path) -> None:
    book = written(tmp_path / "a.xlsx", utrecht(name="=cmd|'/c calc'!A1"))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    assert book["Summary"]["B1"].value == "=cmd|'/c calc'!A1"
    assert isinstance(book["Route 1"]["A3"].value, int)


def test_what_is_not_known_has_no_column(tmp_path: Path) -> None:
    book = written(tmp_path / "a.xlsx", utrecht(speed=None, service=0))
    headings = [cell.value for cell in book["Route 1"][1]]
    assert "arrival" not in str(headings)
    book = written(tmp_path / "b.xlsx", matrix())
    assert [cell.value for cell in book["Route 1"][1]] == [
        *("position", "node", "name", "demand", "load", "distance", "arrival", "departure"),
    ]
    assert book["Route 1"]["F4"].value is None  # infinite
    facts = [row[:2] for row in book["Summary"].iter_rows(values_only=True)]
    assert ("feasible", "no") in facts
    assert ("problem", "route 1 drives from customer 1 to customer 2, which is forbidden") in facts


def test_a_route_number_leads_to_its_sheet(tmp_path: Path) -> None:
    book = written(tmp_path / "a.xlsx", plane())
    links = [cell.hyperlink for row in book["Summary"].iter_rows() for cell in row]
    targets = [str(link.location or link.target) for link in links if link is not None]
    assert [target.lstrip("#") for target in targets] == ["'Route 1'!A1", "'Route 2'!A1"]


@pytest.mark.thorough
def test_a_thousand_routes_are_a_thousand_sheets(tmp_path: Path) -> None:
    large(1000, 2).write(tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(tmp_path / "a.xlsx", read_only=True)
    assert len(book.sheetnames) == 1001
    assert book.sheetnames[-1] == "Route 1000"
    book.close()


def test_libreoffice_opens_every_sheet_and_evaluates_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = shutil.which("soffice")
    if office is None:
        missing = "no LibreOffice to open the workbook: apt-get install libreoffice-calc-nogui"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    monkeypatch.delenv("LD_PRELOAD", raising=False)  # a sanitizer is for the core alone
    utrecht().write(tmp_path / "a.xlsx")
    every_sheet = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
    subprocess.run(
        [
            *(office, "--headless", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"),
            *("--convert-to", every_sheet, "--outdir", tmp_path, tmp_path / "a.xlsx"),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    sheets = {path.name for path in tmp_path.glob("*.csv")}
    assert sheets == {"a-Summary.csv", "a-Route 1.csv", "a-Route 2.csv"}
    with (tmp_path / "a-Route 1.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == ["Depot", "=1+1", "مخبز <b>&amp;", "Depot"]
    assert (rows[1]["distance (km)"], rows[1]["latitude"]) == ("1.30503", "52.1")
    assert rows[1]["phone"] == "+31 30 1234"


def test_without_openpyxl_the_message_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ConfigError, match=r'pip install "\.\[excel\]"'):
        plane().write(tmp_path / "a.xlsx")
    assert list(tmp_path.iterdir()) == []
