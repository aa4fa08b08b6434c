"""The report, read as text and looked at in a real browser."""

import os
import re
import shutil
import subprocess
import time
from html.parser import HTMLParser
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from kinroute.bench import paper
from kinroute.bench.report import composed, write_html, write_markdown
from kinroute.bench.report.document import Bullets, Document, Picture, Table
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from tests.bench import made_up

QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--window-size=1280,2400"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("report")


@pytest.fixture(scope="module")
def document(folder: Path) -> Document:
    wanted = made_up.campaign(90, models=("original", "light-2"), gammas=(15, 30))
    made_up.filled(folder / "s.sqlite", wanted)
    with Store(folder / "s.sqlite") as store:
        return composed(results_of(store))


@pytest.fixture(scope="module")
def page(folder: Path, document: Document) -> Path:
    write_html(document, folder / "page.html")
    return folder / "page.html"


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.delenv("LD_PRELOAD", raising=False)  # a sanitizer is for the core alone
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if found is None:
        missing = "no Chromium to look at the page with: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return [found, *QUIET, f"--user-data-dir={tmp_path / 'profile'}"]


def tables(document: Document) -> list[Table]:
    return [part for part in document.parts if isinstance(part, Table)]


def test_the_paper_s_figures_stand_below_ours(document: Document) -> None:
    table = next(t for t in tables(document) if "paper's table for set XML" in t.caption)
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows[:2]}
    assert rows["paper"][:4] == ["7715", "0.030", "8105", "0.024"]
    assert [table.rows[k][0].text for k in (0, 2)] == ["Original", "Model #2"]
    assert table.faint == {1, 3}


def test_the_appendix_has_every_gamma_and_the_average(document: Document) -> None:
    table = next(t for t in tables(document) if t.caption.startswith("Model #2, every Γ"))
    assert [row[0].text for row in table.rows] == ["15", "paper", "30", "paper", "Avg", "paper"]
    ours = [float(table.rows[k][2].text) for k in (0, 2, 4)]
    assert ours[2] == pytest.approx((ours[0] + ours[1]) / 2, abs=0.0011)
    theirs = paper.figure("xml", "light-2", "avg", "D-O")
    assert theirs is not None
    assert table.rows[5][1].text == f"{theirs.optimal:g}"


def test_there_are_curves_and_boxes(document: Document) -> None:
    names = [part.name for part in document.parts if isinstance(part, Picture)]
    assert names[:4] == [f"convergence-{k}" for k in (1, 2, 3, 4)]
    assert names[4:] == ["boxes-depot", "boxes-layout", "boxes-demand", "boxes-route-length"]


def test_a_slow_model_starts_late(folder: Path, document: Document) -> None:
    from kinroute.bench.report.pictures import curve_of

    with Store(folder / "s.sqlite") as store:
        results = results_of(store)
    starts = {}
    for arm in results.arms:
        curve = curve_of(results, arm)
        assert curve is not None
        starts[arm["label"]] = curve.at[np.isfinite(curve.gaps)][0]
    assert starts["D-N original Γ15"] > starts["D-N light-2 Γ15"] + 0.3


def test_a_box_is_that_of_matplotlib() -> None:
    from matplotlib import cbook

    from kinroute.bench.report.pictures import box_of

    values = np.random.default_rng(1).gamma(0.7, size=50).tolist()
    theirs = cbook.boxplot_stats(values)[0]
    names = ("whislo", "q1", "med", "q3", "whishi")
    assert box_of(values) == pytest.approx([float(theirs[name]) for name in names])


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


def test_the_markdown_tells_the_same(folder: Path, document: Document) -> None:
    write_markdown(document, folder / "text.md")
    text = (folder / "text.md").read_text()
    assert "**Crossover by distance instead of OX: helps.**" in text
    assert "**Crossover by light-2 instead of distance: overkill" in text
    for picture in re.findall(r"\]\((text/[a-z0-9-]+\.svg)\)", text):
        assert (folder / picture).read_text().startswith("<svg")
    width = {line.count(" | ") for line in text.splitlines() if line.startswith("| GNN")}
    assert width == {12}


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
    inked = (pixels < 0.5).all(axis=2)
    assert 0.005 < inked.mean() < 0.3  # text, neither blank nor black
    for mood in ((0x1B, 0x7F, 0x4B), (0xA1, 0x5C, 0x00), (0xB3, 0x26, 0x1E)):  # the three verdicts
        assert (np.abs(pixels * 255 - mood) < 2).all(axis=2).sum() > 200
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


def test_ten_thousand_runs_are_told_quickly(tmp_path: Path) -> None:
    wanted = made_up.campaign(
        140, models=("original", "light-2"), gammas=(15, 30, 50), customers=12
    )
    plan = made_up.filled(tmp_path / "s.sqlite", wanted)
    runs = len(plan.runs)
    began = time.process_time()
    with Store(tmp_path / "s.sqlite") as store:
        document = composed(results_of(store))
    write_html(document, tmp_path / "p.html")
    spent = time.process_time() - began
    assert spent * 10_000 / runs < 30
    assert runs > 4000


def test_a_calibration_stands_beside_the_paper_s(tmp_path: Path) -> None:
    from dataclasses import replace

    wanted = made_up.campaign(6, paper="calibration-xml", gammas=(5, 15, 100))
    only = tuple(arm for arm in wanted.arms if arm.method == "D-O")
    made_up.filled(tmp_path / "s.sqlite", replace(wanted, arms=only, baseline=only[0].label))
    with Store(tmp_path / "s.sqlite") as store:
        document = composed(results_of(store))
    table = tables(document)[0]
    assert [row[0].text for row in table.rows] == ["5", "15", "100"]
    assert [row[3].text for row in table.rows] == ["2.976", "2.194", "2.087"]


@pytest.mark.parametrize("paper_table", ["xml", "calibration-xml", None])
def test_a_campaign_that_found_nothing_says_so(tmp_path: Path, paper_table: str | None) -> None:
    wanted = made_up.campaign(3, paper=paper_table)
    made_up.filled(tmp_path / "s.sqlite", wanted, changed=made_up.infeasible)
    with Store(tmp_path / "s.sqlite") as store:
        document = composed(results_of(store))
    write_html(document, tmp_path / "p.html")
    write_markdown(document, tmp_path / "p.md")
    for name in ("p.html", "p.md"):
        text = (tmp_path / name).read_text()
        assert "No run found anything feasible" in text
        assert not re.search(r"\bnan\b", text)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (None, "kinroute bench run made-up.toml"),
        ("kinroute overkill maps", "kinroute overkill maps"),
    ],
)
def test_the_report_names_the_command_that_made_it(
    tmp_path: Path, command: str | None, told: str
) -> None:
    wanted = made_up.campaign(3)
    made_up.filled(tmp_path / "s.sqlite", wanted)
    with Store(tmp_path / "s.sqlite") as store:
        document = composed(results_of(store, wanted.plain | {"command": command}))
    facts = next(part.items for part in document.parts if isinstance(part, Bullets))
    assert facts[0].startswith(f"Command: `{told}`; ")
