"""The page, read as text and looked at in a real browser."""

import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from playwright.sync_api import sync_playwright

from kinroute.bench.report import composed, html
from kinroute.bench.report.document import (
    Bullets,
    Cell,
    Document,
    Heading,
    Picture,
    Table,
    Text,
    Verdict,
)
from kinroute.bench.report.html import html_of
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from tests.bench import made_up
from tests.browser import QUIET, chromium

pytestmark = pytest.mark.thorough

OPTIONS = ("--headless", *QUIET, "--hide-scrollbars", "--window-size=1280,2400")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    wanted = made_up.campaign(90, models=("original", "light-2"), gammas=(15, 30))
    made_up.filled(folder / "s.sqlite", wanted)
    with Store(folder / "s.sqlite") as store:
        document = composed(results_of(store))
    (folder / "page.html").write_text(html_of(document))
    return folder / "page.html"


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.delenv("LD_PRELOAD", raising=False)  # a sanitizer is for the core alone
    return [chromium(), *OPTIONS, f"--user-data-dir={tmp_path / 'profile'}"]


def test_the_page_is_well_formed_and_asks_for_nothing_from_outside(page: Path) -> None:
    text = page.read_text()
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", re.sub(r'xlink:href="#', "", text))
    assert "url(http" not in text
    assert "@import" not in text
    assert "<script" not in text

    class Balanced(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "br", "path", "use"):
                self.open.append(tag)

        def handle_startendtag(self, tag: str, attrs: object) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            if tag not in ("path", "use"):
                assert self.open.pop() == tag

    reader = Balanced()
    reader.feed(text)
    assert reader.open == []


def test_the_page_looks_like_a_report_in_a_browser(
    page: Path, browser: list[str], tmp_path: Path
) -> None:
    shot = tmp_path / "page.png"
    # No network: a resolver that knows no host.
    offline = "--host-resolver-rules=MAP * ~NOTFOUND"
    words = [*browser, offline, f"--screenshot={shot}", page.as_uri()]
    subprocess.run(words, check=True, capture_output=True, timeout=120)
    pixels = matplotlib.image.imread(shot)[..., :3]
    assert pixels.shape[:2] == (2400, 1280)
    inked = np.all(pixels < 0.5, axis=2)
    assert 0.005 < inked.mean() < 0.3  # text, neither blank nor black
    colors = [
        [int(code[at : at + 2], 16) for at in (1, 3, 5)]
        for word, (code, _) in verdict_colors().items()
        if f'class="verdict {word}"' in page.read_text()
    ]
    assert len(colors) >= 2
    for color in colors:
        assert (np.abs(pixels * 255 - color) < 2).all(axis=2).sum() > 200
    margins = inked[:, :30].any() or inked[:, -30:].any()
    assert not margins, "something runs over the edge"


def test_the_page_prints_to_pdf(page: Path, browser: list[str], tmp_path: Path) -> None:
    pdf = tmp_path / "page.pdf"
    words = [*browser, f"--print-to-pdf={pdf}", "--no-pdf-header-footer", page.as_uri()]
    subprocess.run(words, check=True, capture_output=True, timeout=120)
    content = pdf.read_bytes()
    assert content.startswith(b"%PDF")
    assert len(content) > 50_000
    assert 3 <= len(re.findall(rb"/Type\s*/Page\b(?!s)", content)) <= 60


PRINTED = 1031
"""The width of A4 landscape within its margins, in CSS pixels."""


def test_nothing_is_clipped_on_paper(page: Path) -> None:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("LD_PRELOAD", raising=False)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(), args=QUIET)
            shown = browser.new_page(viewport={"width": PRINTED, "height": 700})
            shown.emulate_media(media="print")
            shown.goto(page.as_uri())
            widths = shown.eval_on_selector_all(
                "table, figure svg, .verdict",
                "all => all.map(e => e.getBoundingClientRect().right)",
            )
            background = shown.evaluate("getComputedStyle(document.body).backgroundColor")
            browser.close()
    assert len(widths) > 10
    assert max(widths) <= PRINTED
    assert background == "rgb(255, 255, 255)"


def verdict_colors() -> dict[str, tuple[str, str]]:
    """By verdict the color of its word and of the card behind it."""
    style = (Path(html.__file__).parent / "style.css").read_text()
    found = re.findall(r"^\.(\w+) \{ --verdict: (#\w+); --tint: (#\w+);", style, re.MULTILINE)
    return {word: (color, tint) for word, color, tint in found}


def luminance(color: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_verdicts_are_legible_on_their_cards() -> None:
    colors = verdict_colors()
    assert list(colors) == ["helps", "hurts", "equivalent", "inconclusive"]
    for color, tint in colors.values():
        assert (luminance(tint) + 0.05) / (luminance(color) + 0.05) > 4.5  # WCAG 2, level AA
        assert (luminance(tint) + 0.05) / (luminance("#59626c") + 0.05) > 4.5  # the reasons
    assert len({color for color, _ in colors.values()}) == 4


@pytest.mark.parametrize("word", ["helps", "hurts", "equivalent", "inconclusive"])
def test_every_verdict_has_a_style_of_its_own(word: str) -> None:
    card = Verdict(question="Q?", word=f"{word} (1 of 2), other", majority=word, reasons=[])
    assert f'<div class="verdict {word}">' in body(card)


def body(*parts: object) -> str:
    """The page between its title and its end, without line breaks."""
    page = html_of(Document(title="t", parts=list(parts)))  # type: ignore[arg-type]
    return page.partition("<h1>t</h1>")[2].partition("</main>")[0].replace("\n", "")


def test_every_part_has_its_element() -> None:
    assert body(Heading("A & B"), Heading("C", 3)) == "<h2>A &amp; B</h2><h3>C</h3>"
    assert body(Text("Run `a<b`.")) == "<p>Run <code>a&lt;b</code>.</p>"
    assert body(Bullets(["x", "`y`"])) == "<ul><li>x</li><li><code>y</code></li></ul>"
    picture = Picture(name="p", caption='A "b"', svg="<svg><path/></svg>")
    assert body(picture) == (
        '<figure role="img" aria-label="A &#34;b&#34;"><svg><path/></svg>'
        "<figcaption>A &#34;b&#34;</figcaption></figure>"
    )


def test_verdicts_stand_side_by_side() -> None:
    cards = [
        Verdict(question="Q?", word="helps", majority="helps", reasons=["Since."]),
        Verdict(question="R?", word="makes no difference", majority="m", reasons=[]),
    ]
    assert body(*cards, Text("x")) == (
        '<div class="verdicts"><div class="verdict helps"><div class="question">Q?</div>'
        '<div class="word">helps</div><p>Since.</p></div><div class="verdict inconclusive">'
        '<div class="question">R?</div><div class="word">makes no difference</div></div></div>'
        "<p>x</p>"
    )


def test_a_table_has_its_headers_and_marks() -> None:
    table = Table(
        caption="c",
        spans=[("", 1), ("ours", 1)],
        head=["a", "b"],
        rows=[[Cell("1", is_best=True), Cell("2", remark="r")], [Cell("x" * 31), Cell("")]],
        faint={1},
    )
    assert body(table) == (
        '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>'
        '<caption>c</caption><thead><tr class="spans">'
        '<th colspan="1"></th><th colspan="1">ours</th></tr><tr><th>a</th><th>b</th></tr></thead>'
        "<tbody><tr><td><strong>1</strong></td><td>2<small>r</small></td></tr>"
        f'<tr class="faint"><td class="wide">{"x" * 31}</td><td></td></tr>'
        "</tbody></table></div>"
    )
