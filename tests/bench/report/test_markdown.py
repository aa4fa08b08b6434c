"""Names that mean something in Markdown or HTML are only names."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from kinroute.bench.report import composed, write_html, write_markdown
from kinroute.bench.report.document import Document, Heading, Picture, Table, Text
from kinroute.bench.report.markdown import markdown_of
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from tests.bench import made_up

EVIL = "<script>alert(1)</script>&\"'|*_x_*&lt;`~~$\\frac$[a](b)"


def rendered(text: str) -> str:
    """What a reader of the Markdown gets to see."""
    from html import unescape

    page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    return unescape(re.sub(r"<(?!script)[^>]*>", "", page))


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    path = tmp_path_factory.mktemp("evil") / "s.sqlite"
    wanted = made_up.campaign(9)
    arms = tuple(replace(arm, label=f"{arm.method} {EVIL}") for arm in wanted.arms)
    evil = replace(wanted, title=EVIL, about=EVIL, arms=arms, baseline=arms[0].label)
    made_up.filled(path, evil)
    with Store(path) as store:
        return composed(results_of(store))


def test_hostile_names_are_told_word_for_word(document: Document, tmp_path: Path) -> None:
    write_markdown(document, tmp_path / "evil.md")
    text = (tmp_path / "evil.md").read_text()
    page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    assert not re.search(r"<(script|em>_|s>|a )", page)
    seen = rendered(text)
    assert seen.startswith(EVIL)
    for method in made_up.PAPER_METHODS:
        assert f"{method} {EVIL}\n" in seen


def test_hostile_names_stay_text_in_the_page_and_its_pictures(
    document: Document, tmp_path: Path
) -> None:
    write_html(document, tmp_path / "evil.html")
    text = (tmp_path / "evil.html").read_text()
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#34;&#39;|*" in text
    pictures = [part.svg for part in document.parts if isinstance(part, Picture)]
    assert len(pictures) >= 2
    assert not any("<script" in svg for svg in pictures)


def test_rows_have_as_many_cells_as_the_head(document: Document) -> None:
    text = markdown_of(document, "evil")
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "# no heading",
        "- no item",
        "1. no item",
        "> no quote",
        "---",
        "a\n\n# b\n- c",
        "C #",
        "``x`",
    ],
)
def test_a_paragraph_stays_a_paragraph(text: str) -> None:
    shown = markdown_of(Document(title=text, parts=[Text(text)]), "pictures")
    assert rendered(shown).split("\n", 1)[1].strip() == " ".join(text.split())
    page = MarkdownIt().render(shown)
    assert re.sub(r"<(/?\w+)[^>]*>[^<]*", r"<\1>", page) == "<h1></h1><p></p>"


def test_code_is_code_and_a_backtick_within_a_word_is_one() -> None:
    page = MarkdownIt().render(
        markdown_of(Document(title="t", parts=[Text("`a*b`. Beside c`d and e`f.")]), "pictures")
    )
    assert "<p><code>a*b</code>. Beside c`d and e`f.</p>" in page


def test_a_label_of_two_lines_stays_in_its_cell() -> None:
    from kinroute.bench.report.document import Cell

    table = Table(caption="c", head=["arm"], rows=[[Cell("one\ntwo")]])
    assert "\n| one two |\n" in markdown_of(Document(title="t", parts=[table]), "pictures")


def test_pictures_are_found_whatever_the_report_is_called(tmp_path: Path) -> None:
    picture = Picture(name="curve", caption="A [curve]", svg="<svg/>")
    named = Document(title="t", parts=[Heading("h"), picture])
    write_markdown(named, tmp_path / "my camp (1) 100%.md")
    page = MarkdownIt().render((tmp_path / "my camp (1) 100%.md").read_text())
    from urllib.parse import unquote

    (source,) = re.findall(r'<img src="([^"]+)" alt="A \[curve\]"', page)
    assert (tmp_path / unquote(source)).read_text() == "<svg/>"
