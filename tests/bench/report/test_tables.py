"""What the tables say of arms that are not all on the same instances."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kinroute.bench.record import Record
from kinroute.bench.report.document import Cell, Table
from kinroute.bench.report.tables import appendix_table, arms_table, calibration_table, paper_table
from kinroute.bench.results import Results, results_of
from kinroute.bench.store import Store
from tests.bench import made_up


@pytest.fixture
def results(tmp_path: Path) -> Callable[..., Results]:
    """The results of a made-up campaign whose runs are changed."""

    def made(
        changed: Callable[[Record], Record | None], instances: int = 8, **wanted: Any
    ) -> Results:
        path = tmp_path / "s.sqlite"
        made_up.filled(path, made_up.campaign(instances, **wanted), changed=changed)
        with Store(path) as store:
            return results_of(store)

    return made


def column(table: Table, name: str) -> dict[str, Cell]:
    return {row[0].text: row[table.head.index(name)] for row in table.rows}


def bold(table: Table, name: str) -> list[str]:
    return [arm for arm, cell in column(table, name).items() if cell.is_best]


def only(arm: str, keep: int) -> Callable[[Record], Record | None]:
    """Leave out all but the first runs of an arm."""
    seen = Counter[str]()

    def changed(record: Record) -> Record | None:
        seen[record.arm] += 1
        return None if record.arm == arm and seen[arm] > keep else record

    return changed


def without(changed: Callable[[Record], Record | None]) -> Callable[[Record], Record | None]:
    """The same with every run as good as the next, so that only the changes show."""
    return lambda record: changed(replace(record, cost=10_010.0))


def test_an_arm_without_a_feasible_run_has_no_gap_and_is_not_in_the_way(
    results: Callable[..., Results],
) -> None:
    found = results(lambda r: made_up.infeasible(r) if r.method == "D-O" else r)
    table = arms_table(found)
    gaps = column(table, "Gap %")
    assert (gaps["D-O Γ15"].text, gaps["D-O Γ15"].remark) == ("–", "")
    assert column(table, "median")["D-O Γ15"].text == "–"
    least = min((float(cell.text), arm) for arm, cell in gaps.items() if cell.text != "–")
    assert least[1] in bold(table, "Gap %")
    beside = paper_table(found, "xml", 15)
    assert beside is not None
    assert "nan" not in str([table, beside])


def test_a_calibration_without_a_feasible_run_has_no_gap(
    results: Callable[..., Results],
) -> None:
    found = results(lambda r: made_up.infeasible(r) if r.granularity == 5 else r, gammas=(5, 15))
    table = calibration_table(found, "xml")
    assert table.rows[0][1].text == "–"
    assert "nan" not in str(table)


def test_runs_that_found_nothing_are_counted_for_each_arm(
    results: Callable[..., Results],
) -> None:
    kept = only("D-D Γ15", 5)
    found = results(lambda r: r if kept(r) else made_up.infeasible(r))
    counts = column(arms_table(found), "infeasible")
    assert {arm: cell.text for arm, cell in counts.items() if cell.text != "0"} == {"D-D Γ15": "3"}


def test_runs_on_an_instance_that_no_arm_solved_are_counted_too(
    results: Callable[..., Results],
) -> None:
    found = results(lambda r: r)
    hopeless, *others = found.best
    records = [
        made_up.infeasible(record) if record.instance_digest == hopeless else record
        for record in found.records
    ]
    unsolved = replace(found, best={d: found.best[d] for d in others}, records=records)
    counts = column(arms_table(unsolved), "infeasible")
    assert {cell.text for cell in counts.values()} == {"1"}


def test_nothing_is_counted_where_every_run_found_something(
    results: Callable[..., Results],
) -> None:
    assert "infeasible" not in arms_table(results(lambda r: r)).head


def test_the_largest_share_is_bold_not_the_largest_count(
    results: Callable[..., Results],
) -> None:
    # D-O is optimal in 10 of 16 runs, D-D in 7 of 8: with one of two seeds.
    seen = Counter[str]()

    def changed(record: Record) -> Record | None:
        if record.method == "D-D" and record.seed == 2:
            return None
        seen[record.method] += 1
        optimal = {"D-O": 10, "D-D": 7}.get(record.method, 0)
        return replace(record, cost=10_000.0 if seen[record.method] <= optimal else 10_100.0)

    table = arms_table(results(changed, seeds=(1, 2)))
    assert column(table, "#Opt")["D-O Γ15"].text == "10"
    assert bold(table, "#Opt") == ["D-D Γ15"]


def test_an_arm_on_fewer_instances_is_not_called_the_best(
    results: Callable[..., Results],
) -> None:
    kept = only("D-N light-2 Γ15", 3)

    def changed(record: Record) -> Record | None:
        costs = {"D-N": 10_000.0, "D-D": 10_010.0}
        return kept(replace(record, cost=costs.get(record.method, 10_020.0)))

    found = results(changed)
    table = arms_table(found)
    assert column(table, "Gap %")["D-N light-2 Γ15"].text == "0.000"
    assert bold(table, "Gap %") == ["D-D Γ15"]
    assert bold(table, "#Opt") == []
    beside = paper_table(found, "xml", 15)
    assert beside is not None
    assert [k for k, cell in enumerate(beside.rows[0]) if cell.is_best] == [4]


def test_a_mean_over_fewer_instances_says_so(results: Callable[..., Results]) -> None:
    beside = paper_table(results(without(only("D-D Γ15", 3))), "xml", 15)
    assert beside is not None
    assert [cell.remark for cell in beside.rows[0][2:5:2]] == [
        "0.100 to 0.100",
        "0.100 to 0.100\non 3 of 8 instances",
    ]


def test_an_average_over_gamma_needs_the_same_instances_for_each(
    results: Callable[..., Results],
) -> None:
    found = results(without(only("D-D Γ30", 3)), gammas=(15, 30))
    table = appendix_table(found, "xml", "light-2")
    assert table is not None
    average = table.rows[4]
    assert (average[0].text, average[0].remark) == ("Avg", "of 15, 30")
    assert [cell.text for cell in average[1:7]] == ["0.0", "0.100", "–", "–", "0.0", "0.100"]


def test_an_average_over_fewer_instances_than_the_others_says_so(
    results: Callable[..., Results],
) -> None:
    first, second = only("D-D Γ15", 3), only("D-D Γ30", 3)
    both = without(lambda r: first(r) and second(r))
    table = appendix_table(results(both, gammas=(15, 30)), "xml", "light-2")
    assert table is not None
    few = "on 3 of 8 instances"
    assert [cell.remark for cell in table.rows[4][1:5]] == ["", "", few, few]
