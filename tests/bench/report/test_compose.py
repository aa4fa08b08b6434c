import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench import paper
from kinroute.bench.report import composed, write_html, write_markdown
from kinroute.bench.report.document import Bullets, Document, Picture, Table
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from tests.bench import made_up


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("report")


@pytest.fixture(scope="module")
def document(folder: Path) -> Document:
    wanted = made_up.campaign(90, models=("original", "light-2"), gammas=(15, 30))
    made_up.filled(folder / "s.sqlite", wanted)
    with Store(folder / "s.sqlite") as store:
        return composed(results_of(store))


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


@pytest.mark.thorough
def test_ten_thousand_runs_are_reported_quickly(tmp_path: Path) -> None:
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
        assert "No run found a feasible solution" in text
        assert not re.search(r"\bnan\b", text)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (None, "kinroute bench run made-up.toml"),
        ("kinroute overkill maps", "kinroute overkill maps"),
    ],
)
def test_the_report_names_the_command_that_made_it(
    tmp_path: Path, command: str | None, named: str
) -> None:
    wanted = made_up.campaign(3)
    made_up.filled(tmp_path / "s.sqlite", wanted)
    with Store(tmp_path / "s.sqlite") as store:
        document = composed(results_of(store, replace(wanted, command=command)))
    facts = next(part.items for part in document.parts if isinstance(part, Bullets))
    assert facts[0].startswith(f"Command: `{named}`; ")
