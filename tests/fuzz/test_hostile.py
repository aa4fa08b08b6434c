"""The table of hostile inputs in the documentation is what the program really says."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.scripts import ROOT, importable

pytestmark = pytest.mark.thorough

TOOLS = ROOT / "tools"
TITLES = (
    "Constraints that are not solved, and names that are not known",
    "Tables of stops",
    "What is surely a mistake",
    "VRPLIB files and solutions",
    "Archives, models and labels",
    "Options, outputs and streams",
)


@pytest.fixture(scope="module")
def hostile() -> Iterator[Any]:
    with importable(TOOLS) as load:
        yield load("hostile")


@pytest.mark.parametrize("title", TITLES)
def test_the_page_is_what_the_program_says(hostile: Any, title: str) -> None:
    with ThreadPoolExecutor(2) as pool:
        now = hostile.section(title, pool)
    page = hostile.PAGE.read_text("utf-8")
    start = page.index(f"## {title}\n")
    end = page.find("\n## ", start)
    written = page[start:] if end < 0 else page[start : end + 1]
    assert written.strip() == now.strip(), "run tools/hostile.py and look at what changed"


def test_the_page_has_sixty_cases_and_no_internal_error(hostile: Any) -> None:
    assert tuple(hostile.GROUPS) == TITLES
    rows = [row for row in hostile.PAGE.read_text("utf-8").splitlines() if row.startswith("| ")]
    codes = [row.replace("\\|", "").split(" | ")[2] for row in rows if "| exit code |" not in row]
    assert len(codes) == sum(map(len, hostile.GROUPS.values())) >= 60
    assert set(codes) == {"0", "2"}
