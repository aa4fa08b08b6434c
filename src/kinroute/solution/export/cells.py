"""The cells of a workbook's sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kinroute.solution.export.text import one_line

_LONGEST = 32_767  # characters of a cell
_FONT = "Calibri"
_LINK = "0563C1"


class Cells:
    """A sheet that is written row by row; its texts are never formulas."""

    def __init__(self, sheet: Any) -> None:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Alignment, Font

        self._sheet = sheet
        self._new_cell = WriteOnlyCell
        self._bold = Font(name=_FONT, bold=True)
        self._linked = Font(name=_FONT, color=_LINK, underline="single")
        self._sides = {
            True: Alignment(horizontal="left", indent=1),
            False: Alignment(horizontal="right"),
        }

    def prepare(self, widths: Sequence[int], *, below: int = 0) -> None:
        """Set the widths of columns and the page; the first `below` rows stay in view."""
        from openpyxl.utils import get_column_letter
        from openpyxl.worksheet.properties import PageSetupProperties

        for at, width in enumerate(widths, 1):
            self._sheet.column_dimensions[get_column_letter(at)].width = width
        self._sheet.page_setup.orientation = "landscape"
        self._sheet.page_setup.fitToHeight = 0
        self._sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        if below:
            self._sheet.freeze_panes = f"A{below + 1}"
            self._sheet.print_title_rows = f"1:{below}"

    def add(self, cells: Sequence[Any]) -> None:
        """Add a row."""
        self._sheet.append(cells)

    def cell(
        self,
        value: Any,
        *,
        bold: bool = False,
        left: bool | None = None,
        exact: bool = False,
        to: str = "",
    ) -> Any:
        """A cell; text is text, whatever it begins with.

        `to` is the sheet that it links to; a number shows two decimals unless it is `exact`.
        """
        cell = self._new_cell(self._sheet)
        if isinstance(value, str):
            cell.value = one_line(value)[:_LONGEST]
            cell.data_type = "s"
            left = True if left is None else left
        else:
            cell.value = value
            if isinstance(value, float) and not exact:
                cell.number_format = "0.00"
        if to:
            cell.hyperlink = f"#'{to}'!A1"
            cell.font = self._linked
        elif bold:
            cell.font = self._bold
        if left is not None:
            cell.alignment = self._sides[left]
        return cell
