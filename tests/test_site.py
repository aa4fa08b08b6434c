"""The documentation site builds, holds together, and fits a laptop and a phone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.browser import QUIET, chromium
from tests.scripts import ROOT, importable

pytestmark = pytest.mark.thorough

SCREENS = {"laptop": (1366, 900), "phone": (390, 844)}
WANTED = {
    "solve my spreadsheet": "tutorial-planner.html",
    "use my matrix": "howto/matrix.html",
    "limits supported": "problem.html",
    "bring my heatmap": "tutorials/heatmap.html",
    "cite": "howto/cite.html",
}


@dataclass
class Parsed(HTMLParser):
    """What a page refers to."""

    links: list[str] = field(default_factory=list)
    article: list[str] = field(default_factory=list)
    """Links of its text, without menus."""
    resources: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    inside: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        self.inside += tag == "article"
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
            if self.inside and "headerlink" not in values.get("class", ""):
                self.article.append(values["href"])
        elif tag in ("script", "img", "link", "source", "iframe"):
            self.resources += [values[name] for name in ("src", "href") if name in values]

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag == "article"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built from these sources; any warning fails."""
    target = tmp_path_factory.mktemp("site") / "html"
    with importable(ROOT / "tools") as load:
        assert load("build_site").build(target) == 0
    return target


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Parsed]:
    """Every page by its path, but for those that only the search uses."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        if not name.startswith("_static") and name not in ("genindex.html", "search.html"):
            found[name] = Parsed()
            found[name].feed(path.read_text(encoding="utf-8"))
    return found


def target_of(page: str, link: str) -> tuple[str, str] | None:
    """The page and anchor that a link of a page leads to; None where it leaves the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    path = (Path(page).parent / unquote(parts.path)).as_posix() if parts.path else page
    return normpath(path), unquote(parts.fragment)


def reached(pages: dict[str, Parsed], page: str) -> set[str]:
    """The pages that the text of a page links to."""
    found = (target_of(page, link) for link in pages[page].article)
    return {target[0] for target in found if target and target[0] in pages}


def test_every_link_leads_to_a_page_and_its_anchor(site: Path, pages: dict[str, Parsed]) -> None:
    assert len(pages) > 50
    for page, parsed in pages.items():
        for link in parsed.links:
            if (target := target_of(page, link)) is None:
                continue
            path, anchor = target
            assert (site / path).resolve().exists(), (page, link)
            assert not anchor or path not in pages or anchor in pages[path].anchors, (page, link)


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[str, Parsed]) -> None:
    for page, parsed in pages.items():
        assert not [name for name in parsed.resources if urlsplit(name).netloc], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import )['\"]?https?:", sheet.read_text("utf-8")), sheet


@pytest.mark.parametrize("wish", WANTED)
def test_a_newcomer_finds_it_in_two_clicks(pages: dict[str, Parsed], wish: str) -> None:
    first = reached(pages, "index.html")
    second = {page for each in first for page in reached(pages, each)}
    assert WANTED[wish] in first | second


def test_every_page_is_reached_from_the_start(pages: dict[str, Parsed]) -> None:
    seen, todo = {"index.html"}, ["index.html"]
    while todo:
        page = todo.pop()
        links = (target_of(page, link) for link in pages[page].links)
        new = {target[0] for target in links if target and target[0] in pages} - seen
        seen |= new
        todo += sorted(new)
    assert seen == set(pages)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        yield browser
        browser.close()


@pytest.mark.parametrize(("screen", "scheme"), [("laptop", "dark"), ("phone", "light")])
def test_every_page_fits_the_screen_and_shows_its_pictures(
    site: Path, pages: dict[str, Parsed], browser: Any, screen: str, scheme: str
) -> None:
    width, height = SCREENS[screen]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, offline=True
    )
    shown: Page = context.new_page()
    for page in pages:
        shown.goto((site / page).as_uri())
        over = shown.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, (page, over)
        broken = shown.evaluate(
            "[...document.images].filter(i => i.loading !== 'lazy' && !i.naturalWidth).length"
        )
        assert broken == 0, page
        assert shown.evaluate("document.documentElement.dataset.theme") == scheme
    context.close()
