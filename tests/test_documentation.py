"""The pages for people are complete where that can be checked, and their links lead somewhere."""

import inspect
import re
import shlex
from pathlib import Path

import pytest

from kinroute import Instance
from kinroute.io.npz import ARRAYS
from kinroute.solution.export import FORMATS

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
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


def test_the_pictures_of_the_tutorial_are_small() -> None:
    pictures = list((ROOT / "docs" / "images").glob("tutorial-*.png"))
    assert len(pictures) == 3
    assert all(picture.stat().st_size < 200_000 for picture in pictures)


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


def test_every_output_format_is_in_the_readme() -> None:
    named = re.findall(r"`(\.\w+)`", "".join(rows("README.md", "Output formats")))
    assert sorted(named) == sorted(FORMATS)


def commands(page: Path) -> list[list[str]]:
    """The words of all `kinroute` commands in the fenced blocks of a page."""
    blocks = re.findall(r"^```(?:sh)?\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True) for line in lines if line.startswith("kinroute ")]


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
