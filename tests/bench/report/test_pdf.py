import io

from matplotlib.figure import Figure
from pypdf import PdfReader

from kinroute.bench.report.pdf import pdf_of


def figure() -> Figure:
    drawn = Figure(figsize=(3, 2))
    axes = drawn.subplots()
    axes.plot([0, 1], [0, 1])
    axes.fill_between([0, 1], [0, 0], [1, 2], alpha=0.2, hatch="//")
    axes.set_title("a label of $5")
    return drawn


def test_a_figure_is_a_page_of_its_size_without_images() -> None:
    (page,) = PdfReader(io.BytesIO(pdf_of(figure()))).pages
    assert (page.mediabox.width, page.mediabox.height) == (3 * 72, 2 * 72)
    assert len(page.images) == 0
    assert "a label of $5" in page.extract_text()


def test_the_same_figure_is_the_same_file() -> None:
    assert pdf_of(figure()) == pdf_of(figure())
