"""The pages for people are complete where that can be checked, and their links lead somewhere."""

import inspect
import re
import shlex
from pathlib import Path

import pytest

from kinroute import Instance
from kinroute.io.npz import ARRAYS
from kinroute.solution.export import FORMATS
from tests.pages import DOCS, ROOT, pages

PAGES = pages()
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {"#" + text.replace(" ", "-") for text in words}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for path, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), path + anchor


def test_every_picture_is_small_and_shown_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for picture in (DOCS / "images").rglob("*.*"):
        assert picture.stat().st_size < 300_000, picture
        assert picture.relative_to(DOCS).as_posix() in text, picture


def test_every_page_names_its_reader_in_its_first_line() -> None:
    for page in (page for page in DOCS.rglob("*.md") if page.parent != DOCS / "results"):
        text = re.sub(r"\A---.*?---\n", "", page.read_text(encoding="utf-8"), flags=re.S)
        first = text.split("\n\n")[1] if text.startswith("#") else ""
        is_stub = "{include}" in text or page == DOCS / "index.md"
        assert is_stub or re.match(r"(?:For|.*\bfor )", first), page


def test_every_text_names_commands_that_work_from_a_clone() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *DOCS.rglob("*.ipynb"), *PAGES]
    found = [path for path in sources if "kinroute[" in path.read_text(encoding="utf-8")]
    assert not found, 'until a release is published, say pip install ".[extra]"'


def rows(page: str, heading: str) -> list[str]:
    """The first cells of the tables in one section of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    return [line.split("|")[1] for line in section.splitlines() if line.startswith("|")][2:]


def test_every_argument_of_an_instance_has_its_row() -> None:
    named = re.findall(r"`(\w+)`", "".join(rows("docs/problem.md", "Quantities and their units")))
    arguments = set(inspect.signature(Instance.__init__).parameters) - {"self"}
    assert sorted(named) == sorted(arguments)
    assert set(ARRAYS) - arguments == {"attribute_names"}


def test_every_output_format_has_its_row_and_is_in_the_readme() -> None:
    table = (DOCS / "exports.md").read_text(encoding="utf-8").split("\n## ")[0]
    named = re.findall(r"`(\.\w+)`", "".join(re.findall(r"^\|([^|]*)\|", table, re.M)))
    assert sorted(named) == sorted(FORMATS)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(suffix in readme for suffix in FORMATS)


def commands(page: Path) -> list[list[str]]:
    """The words of all `kinroute` commands in the fenced blocks of a page."""
    blocks = re.findall(r"^```(?:sh)?\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True) for line in lines if re.match(r"kinroute \w", line)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_and_option_that_is_named_exists(page: Path) -> None:
    reference = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    sections = dict(
        re.findall(r"^## `kinroute ([\w ]+)`\n(.*?)(?=^## |\Z)", reference, re.M | re.S)
    )
    for _, *words in commands(page):
        name = next(name for name in (" ".join(words[:2]), words[0]) if name in sections)
        for option in (word for word in words if re.match(r"--?[a-z]", word)):
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", sections[name]), (words, option)
