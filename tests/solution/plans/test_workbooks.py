from pathlib import Path

import openpyxl
import pytest

from kinroute.errors import FormatError
from kinroute.solution.plans.workbooks import read_workbook


def write(path: Path, **sheets: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title.replace("_", " "))
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_a_sheet_per_route(tmp_path: Path) -> None:
    path = write(
        tmp_path / "p.xlsx",
        Summary=[["cost", 7.5]],
        Route_1=[["node", "name"], [3, "A"], [1, 7.0]],
        Route_North=[["name"], ["C"]],
    )
    plan = read_workbook(path)
    assert [(route.label, route.stops) for route in plan.routes] == [
        ("1", ("A", "7")),
        ("North", ("C",)),
    ]
    assert plan.cost == 7.5


def test_one_sheet_with_a_column_for_the_route(tmp_path: Path) -> None:
    path = write(tmp_path / "p.xlsx", Plan=[["route", "name"], [1, "A"], [2, "B"], [1, "C"]])
    assert [route.stops for route in read_workbook(path).routes] == [("A", "C"), ("B",)]


@pytest.mark.parametrize(
    ("sheets", "message"),
    [
        ({"Plan": [["a", "b"], [1, 2]]}, "sheet 'Plan', row 1: this is no plan"),
        ({"Route_1": [["node"], ["x"]]}, "sheet 'Route 1', row 2: node 'x' is not a number"),
        ({"Plan": []}, "the workbook is blank"),
    ],
)
def test_what_is_no_plan_is_refused_with_its_sheet(
    tmp_path: Path, sheets: dict[str, list[list[object]]], message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        read_workbook(write(tmp_path / "p.xlsx", **sheets))
