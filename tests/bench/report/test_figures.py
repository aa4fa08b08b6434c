from pathlib import Path

import pytest

from kinroute.bench.report.document import Cell
from kinroute.bench.report.figures import (
    NONE,
    Figures,
    average_cells,
    figures_of,
    gap_cell,
    gap_cells,
    optimal_cells,
    part_of,
)
from kinroute.bench.results import results_of
from kinroute.bench.store import Store
from tests.bench import made_up


def figures(optimal: int, gaps: dict[str, float], *, runs: int = 4) -> Figures:
    return Figures(runs=runs, infeasible=0, optimal=optimal, instances=frozenset(gaps), gaps=gaps)


GOOD, BAD = figures(3, {"a": 0.0, "b": 0.2}), figures(1, {"a": 0.2, "b": 0.4})
ELSEWHERE = figures(4, {"c": 0.0})
NOTHING = Figures(runs=4, infeasible=4, optimal=0, instances=frozenset("ab"), gaps={})


def test_the_figures_of_an_arm(tmp_path: Path) -> None:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5, seeds=(1, 2)))
    with Store(tmp_path / "s.sqlite") as store:
        results = results_of(store)
    found = figures_of(results, "D-O Γ15")
    assert (found.runs, found.infeasible, len(found.instances)) == (10, 0, 5)
    assert found.gap == pytest.approx(sum(found.gaps.values()) / 5)
    assert found.share == found.optimal / 10


def test_the_best_is_bold_among_arms_on_the_same_instances() -> None:
    assert optimal_cells([GOOD, BAD, ELSEWHERE, None]) == [
        Cell("3", True, "75.0 %"),
        Cell("1", False, "25.0 %"),
        Cell("4", False, "100.0 %"),
        NONE,
    ]
    gaps = gap_cells([BAD, GOOD, NOTHING, ELSEWHERE], 2)
    assert [cell.text for cell in gaps] == ["0.300", "0.100", "–", "0.000"]
    assert [cell.is_best for cell in gaps] == [False, True, False, False]


def test_a_gap_has_its_interval_and_says_where_instances_are_missing() -> None:
    assert gap_cell(GOOD, 2).remark == "0.000 to 0.200"
    assert gap_cell(GOOD, 3).remark == "0.000 to 0.200\non 2 of 3 instances"
    assert gap_cell(NOTHING, 2) == NONE
    assert part_of({"a"}, 1) == ""


def test_an_average_needs_every_arm_on_the_same_instances() -> None:
    assert average_cells([GOOD, BAD], 2) == [Cell("2.0"), Cell("0.200")]
    assert average_cells([GOOD, ELSEWHERE], 3) == [NONE, NONE]
    assert average_cells([GOOD, None], 2) == [NONE, NONE]
