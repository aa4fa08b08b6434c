"""The files of a report."""

import re
from pathlib import Path

import pytest

from kinroute.bench.report import composed, write_html, write_markdown
from kinroute.bench.report.document import Document, Heading, Picture
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from kinroute.errors import InputError
from tests.bench import made_up

DOCUMENT = Document(
    title="t", parts=[Heading("h"), Picture(name="curve", caption="c", svg="<svg/>")]
)


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    path = tmp_path_factory.mktemp("report") / "s.sqlite"
    made_up.filled(path, made_up.campaign(90, models=("original", "light-2"), gammas=(15, 30)))
    with Store(path) as store:
        return composed(results_of(store))


def test_the_markdown_has_the_verdicts_and_its_pictures(tmp_path: Path, document: Document) -> None:
    write_markdown(document, tmp_path / "text.md")
    text = (tmp_path / "text.md").read_text()
    assert "**Crossover by distance instead of OX: helps.**" in text
    assert "**Crossover by light-2 instead of distance: inconclusive" in text
    for picture in re.findall(r"\]\((text/[a-z0-9-]+\.svg)\)", text):
        assert (tmp_path / picture).read_text().startswith("<svg")
    width = {line.count(" | ") for line in text.splitlines() if line.startswith("| GNN")}
    assert width == {12}


def test_the_page_is_one_file(tmp_path: Path) -> None:
    write_html(DOCUMENT, tmp_path / "page.html")
    assert "<svg/>" in (tmp_path / "page.html").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    with pytest.raises(InputError, match=r"cannot create the folder .*text"):
        write_markdown(DOCUMENT, tmp_path / "text.md")
