from pathlib import Path

import openpyxl
import pytest

from kinroute.solution.export.cells import Cells


def test_texts_are_texts_and_numbers_are_numbers(tmp_path: Path) -> None:
    book = openpyxl.Workbook(write_only=True)
    cells = Cells(book.create_sheet("a"))
    cells.prepare([10, 20], below=1)
    cells.add([cells.cell("name", bold=True), cells.cell("value", bold=True, left=False)])
    cells.add([cells.cell("=1+1\x07"), cells.cell(2.5)])
    cells.add([cells.cell("x" * 40_000), cells.cell(7, to="a")])
    book.save(tmp_path / "a.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx")["a"]
    assert [[cell.data_type for cell in row] for row in sheet.iter_rows(min_row=2)] == [
        ["s", "n"],
        ["s", "n"],
    ]
    assert sheet["A2"].value == "=1+1 "
    assert len(str(sheet["A3"].value)) == 32_767
    assert sheet["A1"].font.b
    assert sheet["B1"].alignment.horizontal == "right"
    assert sheet["B3"].hyperlink is not None
    assert sheet.freeze_panes == "A2"
    assert sheet.column_dimensions["B"].width == pytest.approx(20)
