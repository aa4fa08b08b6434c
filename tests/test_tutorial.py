"""Every command of the tutorial runs, and prints what the tutorial shows.

`python -m tests.test_tutorial` writes what they print into the page, to be read before it is kept.
"""

import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.pages import DOCS, PROGRESS, ROOT, blocks, ran, steady

pytestmark = pytest.mark.thorough

PAGE = DOCS / "tutorial-planner.md"


@dataclass(frozen=True)
class Step:
    """Commands of the tutorial, what it shows below them, and what they did."""

    commands: str
    shown: str
    printed: str
    code: int


def all_steps(folder: Path) -> list[Step]:
    """All steps of the tutorial, one after the other, in a folder."""
    shutil.copytree(ROOT / "examples" / "tutorial", folder, dirs_exist_ok=True)
    found = blocks(PAGE.read_text(encoding="utf-8"))
    following = [*found[1:], ("", "")]
    return [
        Step(commands, shown if kind == "text" else "", *ran(commands, folder))
        for (language, commands), (kind, shown) in zip(found, following, strict=True)
        if language == "sh"
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tutorial")


@pytest.fixture(scope="module")
def steps(folder: Path) -> list[Step]:
    return all_steps(folder)


def test_every_command_prints_what_the_tutorial_shows(steps: list[Step]) -> None:
    assert len(steps) == 6
    for step in steps:
        assert step.shown, step.commands
        assert steady(step.printed) == steady(step.shown), step.commands


def test_only_the_time_windows_are_refused(steps: list[Step]) -> None:
    assert [step.code for step in steps] == [0, 0, 2, 0, 0, 0]
    assert "states time windows" in steps[2].printed


def test_only_what_needs_a_server_is_not_run() -> None:
    (unrun,) = [text for language, text in blocks(PAGE.read_text(encoding="utf-8")) if not language]
    assert "kinroute matrix monday.xlsx --osrm" in unrun


@pytest.mark.usefixtures("steps")
def test_the_files_hold_what_the_tutorial_says(folder: Path) -> None:
    book = load_workbook(folder / "monday-plan.xlsx")
    assert book.sheetnames == ["Summary", "Route 1", "Route 2", "Route 3"]
    header, _, first, *_ = book["Route 1"].iter_rows(values_only=True)
    assert dict(zip(header, first, strict=True))["Phone"] == "0117 496 0121"
    assert "0117 496 0121" in (folder / "monday-plan.html").read_text(encoding="utf-8")
    features = json.loads((folder / "monday-plan.geojson").read_text(encoding="utf-8"))["features"]
    assert sum(feature["geometry"]["type"] == "LineString" for feature in features) == 3
    for sheets in ("monday-sheets.pdf", "tuesday-sheets.pdf"):
        assert (folder / sheets).read_bytes().startswith(b"%PDF-")
    assert (folder / "changes.png").stat().st_size > 10_000


def test_every_deadline_is_after_the_drivers_are_back() -> None:
    sheet = load_workbook(ROOT / "examples" / "tutorial" / "tuesday.xlsx").active
    assert sheet is not None
    header, _, *orders = sheet.values
    assert {order[header.index("Deadline")] for order in orders} == {"17:00"}


def test_the_table_of_the_tutorial_is_the_head_of_the_spreadsheet() -> None:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    sheet = load_workbook(ROOT / "examples" / "tutorial" / "monday.xlsx").active
    assert sheet is not None
    head = [["" if cell is None else str(cell) for cell in row] for row in sheet.values][:4]
    assert [rows[0], *rows[2:5]] == head


def write_shown() -> None:
    """Replace what the page shows by what its commands print now."""
    text = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for step in all_steps(Path(folder)):
            fence = f"```sh\n{step.commands}```\n\n```text\n"
            text = text.replace(fence + step.shown, fence + PROGRESS.sub("", step.printed))
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_shown()
