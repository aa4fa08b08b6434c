"""The folder of a report in LaTeX."""

import re
from pathlib import Path

import pytest
from pylatexenc.latexwalker import LatexEnvironmentNode, LatexWalker
from pypdf import PdfReader

from kinroute.bench.report import composed
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
from kinroute.bench.report.latex import write_latex
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from kinroute.errors import InputError
from tests.bench import made_up

TABLE = Table(caption="c", head=["a"], rows=[[Cell("1")]])


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    path = tmp_path_factory.mktemp("latex") / "s.sqlite"
    made_up.filled(path, made_up.campaign(30, gammas=(15, 30)))
    with Store(path) as store:
        return composed(results_of(store))


@pytest.fixture(scope="module")
def folder(document: Document, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("latex") / "new" / "paper"
    assert sorted(write_latex(document, target)) == sorted(target.iterdir())
    return target


def written(tmp_path: Path, *parts: object) -> str:
    """The body of the document with these parts."""
    write_latex(Document(title="T & t", parts=list(parts)), tmp_path)  # type: ignore[arg-type]
    text = (tmp_path / "main.tex").read_text()
    return text.partition("\\maketitle\n\n")[2].partition("\n\n\\end{document}")[0]


def test_the_document_has_every_table_and_picture(document: Document, folder: Path) -> None:
    main = (folder / "main.tex").read_text()
    tables = re.findall(r"\\input\{(.+)\}", main)
    pictures = re.findall(r"\\includegraphics\[width=\\textwidth\]\{(.+)\}", main)
    assert len(tables) == sum(isinstance(part, Table) for part in document.parts)
    assert pictures == [f"{p.name}.pdf" for p in document.parts if isinstance(p, Picture)]
    assert {path.name for path in folder.iterdir()} == {
        "main.tex",
        *(f"{name}.tex" for name in tables),
        *pictures,
    }
    assert "table-results" in tables
    assert "table-tests" in tables


def test_every_file_is_well_formed(folder: Path) -> None:
    for path in folder.glob("*.tex"):
        LatexWalker(path.read_text(), tolerant_parsing=False).get_latex_nodes()


def test_labels_are_unique(folder: Path) -> None:
    text = "".join(path.read_text() for path in folder.glob("*.tex"))
    labels = re.findall(r"\\label\{(.+)\}", text)
    assert len(labels) == len(set(labels)) > 6


def test_pictures_are_vectors_with_embedded_fonts(folder: Path) -> None:
    for path in folder.glob("*.pdf"):
        (page,) = PdfReader(path).pages
        assert len(page.images) == 0
        assert page.mediabox.width < 8 * 72
        assert b"/Subtype /Type3" not in path.read_bytes()
        assert b"/Subtype /Type0" in path.read_bytes() or b"/TrueType" in path.read_bytes()
        assert "gap %" in page.extract_text()


def test_every_part_is_there_in_its_order(tmp_path: Path) -> None:
    body = written(
        tmp_path,
        Text("Run `a_b`."),
        TABLE,
        Heading("R & D"),
        Bullets(["[x]", "100 %"]),
        TABLE,
        TABLE,
        Heading("S", 3),
    )
    assert body.split("\n\n") == [
        r"Run \texttt{a\_b}.",
        r"\input{table-opening}",
        r"\section{R \& D}",
        "\\begin{itemize}\n\\item {}[x]\n\\item {}100 \\%\n\\end{itemize}",
        r"\input{table-r-d-1}",
        r"\input{table-r-d-2}",
        r"\subsection{S}",
    ]
    assert r"\label{tab:r-d-2}" in (tmp_path / "table-r-d-2.tex").read_text()


def test_verdicts_are_paragraphs_with_their_reasons(tmp_path: Path) -> None:
    body = written(
        tmp_path,
        Verdict(question="Q?", word="helps", majority="helps", reasons=["Since."]),
        Verdict(question="R?", word="hurts", majority="hurts", reasons=["One.", "Two."]),
        Verdict(question="S?", word="hurts", majority="hurts", reasons=[]),
    )
    one, two, three = body.split("\n\n")
    assert one == r"\paragraph{Q?: helps.} Since."
    assert two == (
        "\\paragraph{R?: hurts.}\n\\begin{itemize}\n\\item {}One.\n\\item {}Two.\n\\end{itemize}"
    )
    assert three == r"\paragraph{S?: hurts.}"


def test_a_picture_without_a_figure_is_left_out(tmp_path: Path) -> None:
    assert written(tmp_path, Text("a"), Picture(name="p", caption="c", svg="<svg/>")) == "a"


def test_the_document_environment_holds_all(folder: Path) -> None:
    nodes = LatexWalker((folder / "main.tex").read_text()).get_latex_nodes()[0]
    (document,) = [node for node in nodes if isinstance(node, LatexEnvironmentNode)]
    inside = {
        node.environmentname for node in document.nodelist if hasattr(node, "environmentname")
    }
    assert inside >= {"figure", "itemize"}


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"cannot create the folder .*file"):
        write_latex(Document(title="t", parts=[]), tmp_path / "file")
