from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.record import Record
from kinroute.bench.results import Results, results_of
from kinroute.bench.store import Store
from kinroute.bench.verdict import Comparison
from tests.bench import made_up


def results(
    folder: Path,
    *,
    instances: int = 60,
    looks: tuple[int, ...] = (),
    margin: float | None = None,
    changed: Callable[[Record], Record | None] = lambda record: record,
) -> Results:
    wanted = replace(made_up.campaign(instances), looks=looks, margin=margin)
    path = folder / "s.sqlite"
    made_up.filled(path, wanted, changed=changed)
    with Store(path) as store:
        return results_of(store)


def one(found: list[Comparison], arm: str, against: str) -> Comparison:
    return next(c for c in found if (c.arm, c.against) == (arm, against))


def test_gaps_and_solved_counts_are_one_family(tmp_path: Path) -> None:
    found = results(tmp_path).comparisons()
    assert len(found) == 8
    for comparison in found:
        assert comparison.level == pytest.approx(1 - 0.05 / 16)
        assert comparison.solved is not None
        assert comparison.p >= comparison.test.p
    least = min(found, key=lambda c: c.test.p)
    assert least.p == pytest.approx(16 * least.test.p, rel=0.5)


def test_the_margin_is_a_tenth_of_the_counterpart_s_gap_or_as_requested(tmp_path: Path) -> None:
    found = results(tmp_path)
    mean = sum(found.mean_gaps("D-O Γ15").values()) / 60
    comparison = one(found.comparisons(), "D-D Γ15", "D-O Γ15")
    assert comparison.margin == pytest.approx(mean / 10, rel=0.05)
    (tmp_path / "other").mkdir()
    wide = results(tmp_path / "other", margin=0.5).comparisons()
    assert {c.margin for c in wide} == {0.5}
    assert {c.verdict for c in wide} == {"equivalent"}


def test_solved_counts_are_not_tested_where_optima_are_unknown(tmp_path: Path) -> None:
    found = results(tmp_path)
    found.unknown = set(found.best)
    comparison = found.comparisons()[0]
    assert comparison.solved is None
    assert comparison.level == pytest.approx(1 - 0.05 / 8)
    assert comparison.margin == 0.1


def test_a_comparison_is_judged_by_the_first_look_that_decides_it(tmp_path: Path) -> None:
    found = results(tmp_path, instances=150, looks=(50, 100), margin=0.08).comparisons()
    by_pairs = {c.test.pairs for c in found if c.is_decided}
    assert by_pairs <= {50, 100, 150}
    assert len(by_pairs) > 1
    assert all(c.test.pairs == 150 for c in found if not c.is_decided)
    for comparison in found:
        alpha = {50: 1 / 6, 100: 2 / 6, 150: 3 / 6}[comparison.test.pairs] * 0.05
        assert comparison.level == pytest.approx(1 - alpha / 16)


def test_a_look_counts_once_it_is_complete(tmp_path: Path) -> None:
    kept: set[str] = set()

    def early(record: Record) -> Record | None:
        """Only the runs on the first 25 instances."""
        kept.add(record.instance_digest)
        return record if len(kept) <= 25 else None

    found = results(tmp_path, looks=(30,), changed=early).comparisons()
    assert {c.verdict for c in found} == {"inconclusive"}
    assert not any(c.is_complete for c in found)


def test_looking_early_costs_some_of_the_error_rate(tmp_path: Path) -> None:
    at_once = one(results(tmp_path).comparisons(), "D-D Γ15", "D-O Γ15")
    (tmp_path / "looks").mkdir()
    found = results(tmp_path / "looks", looks=(20, 40))
    last = one(found.comparisons(), "N-D light-2 Γ15", "D-D Γ15")
    assert last.p >= last.test.p
    assert last.level > at_once.level


def test_infeasible_runs_have_no_gap_and_solve_nothing(tmp_path: Path) -> None:
    def broken(record: Record) -> Record:
        return made_up.infeasible(record) if record.arm == "D-D Γ15" else record

    found = results(tmp_path, changed=broken).comparisons()
    assert not [c for c in found if "D-D Γ15" in (c.arm, c.against)]
