from dataclasses import replace
from pathlib import Path

import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.results import Results, results_of
from kinroute.bench.run import store_plan
from kinroute.bench.store import Store
from kinroute.errors import ConfigError, InputError
from tests.bench import made_up


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(60, seeds=(1, 2), gammas=(15, 30)))
    return tmp_path / "s.sqlite"


def results(path: Path, *, build: str | None = None) -> Results:
    with Store(path) as store:
        return results_of(store, build=build)


def test_gaps_are_per_instance_over_the_seeds(path: Path) -> None:
    found = results(path)
    gaps = found.mean_gaps("D-O Γ15")
    assert len(gaps) == 60
    digest = next(iter(gaps))
    two = [r for r in found.by_arm["D-O Γ15"] if r.instance_digest == digest]
    assert gaps[digest] == pytest.approx(sum((r.cost - 10_000) / 100 for r in two) / 2)


def test_every_arm_meets_its_baseline_and_its_distance_counterpart_at_the_same_gamma(
    path: Path,
) -> None:
    pairs = {(c.arm, c.against): c for c in results(path).comparisons()}
    for gamma in (15, 30):
        assert pairs[f"D-D Γ{gamma}", f"D-O Γ{gamma}"].role == "other"
        for method, twin in (("D-N", "D-D"), ("N-O", "D-O"), ("N-D", "D-D"), ("N-N", "D-D")):
            assert pairs[f"{method} light-2 Γ{gamma}", f"{twin} Γ{gamma}"].role == "learned"
            assert (f"{method} light-2 Γ{gamma}", f"D-O Γ{gamma}") in pairs
    assert len(pairs) == 2 * 8


def test_the_verdicts_find_what_was_put_in(path: Path) -> None:
    words = {(c.arm, c.against): c.verdict for c in results(path).comparisons()}
    assert words["D-D Γ15", "D-O Γ15"] == "helps"
    assert words["D-N light-2 Γ15", "D-D Γ15"] == "inconclusive"
    assert words["D-N light-2 Γ15", "D-O Γ15"] == "helps"
    assert words["N-O light-2 Γ15", "D-O Γ15"] == "hurts"


def test_questions_name_the_operator(path: Path) -> None:
    asked = {(c.arm, c.against): c.question for c in results(path).comparisons()}
    assert asked["D-D Γ15", "D-O Γ15"] == "crossover by distance instead of OX"
    assert asked["D-N light-2 Γ15", "D-D Γ15"] == "crossover by light-2 instead of distance"
    assert asked["N-O light-2 Γ15", "D-O Γ15"] == "local search by light-2 instead of distance"


def test_runs_of_another_build_or_budget_are_left_aside(path: Path) -> None:
    with Store(path) as store:
        one = store.records()[0]
        store.add(replace(one, key="old", code="0.0.1+old", finished="2020-01-01"))
        store.add(replace(one, key="long", budget="99 s cpu"))
    found = results(path)
    assert len(found.records) == 60 * 2 * 12
    assert any("0.0.1+old (1)" in note for note in found.notes)
    assert any("1 runs in the store have another budget" in note for note in found.notes)
    assert len(results(path, build="0.0.1+old").records) == 1
    with pytest.raises(ConfigError, match=r"no runs of made-up by 7\.7"):
        results(path, build="7.7")


def test_a_best_known_cost_that_was_taken_back_is_forgotten(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5), best=1.0)
    with Store(tmp_path / "s.sqlite") as store:
        assert not results_of(store).unknown
        store_plan(replace(was, entries=[replace(e, best_known=None) for e in was.entries]), store)
        assert len(results_of(store).unknown) == 5


def test_an_arm_with_settings_meets_the_baseline_with_the_same(tmp_path: Path) -> None:
    plain = made_up.campaign(5)
    two = tuple(Arm(method=name, granularity=15, config=(("elite", 2),)) for name in ("D-O", "D-D"))
    alone = Arm(method="D-D", granularity=15, config=(("close", 2),))
    made_up.filled(tmp_path / "s.sqlite", replace(plain, arms=(*plain.arms, *two, alone)))
    found = {(c.arm, c.against): c for c in results(tmp_path / "s.sqlite").comparisons()}
    assert found["D-D Γ15 elite=2", "D-O Γ15 elite=2"].differences == 1
    assert found["D-O Γ15 elite=2", "D-O Γ15"].differences == 1
    assert ("D-D Γ15 elite=2", "D-O Γ15") not in found
    mixed = found["D-D Γ15 close=2", "D-O Γ15"]
    assert mixed.differences == 2
    assert mixed.question == "crossover by distance instead of OX and other settings"


def test_without_a_best_known_cost_the_best_of_the_runs_counts(path: Path) -> None:
    with Store(path) as store:
        made_up.forget_best_known(store)
    found = results(path)
    assert len(found.unknown) == 60
    assert min(found.gap(record) for record in found.records) == 0
    assert any("best of these runs" in note for note in found.notes)


def test_runs_without_a_feasible_solution_are_counted_and_left_out(path: Path) -> None:
    with Store(path) as store:
        one = store.records()[0]
        store._connection.execute("DELETE FROM runs WHERE key = ?", (one.key,))
        store.add(replace(one, feasible=False, cost=1.0))
    found = results(path)
    assert any("1 runs found no feasible solution" in note for note in found.notes)
    assert not any(found.is_optimal(r) for r in found.records if not r.feasible)
    assert all(gap >= 0 for gap in found.mean_gaps(one.arm).values())


def test_the_time_of_a_run_is_by_the_clock_of_its_budget(path: Path) -> None:
    found = results(path)
    record, arm = found.records[0], found.arms[0]
    assert (record.seconds, record.cpu_seconds) == (5.01, 5.0)
    assert found.spent(record, arm) == 5.0
    on_the_wall = replace(found.campaign.budget, clock="wall")
    assert replace_budget(found, on_the_wall).spent(record, arm) == 5.01
    # Inference is part of the CPU time that was measured, but not of the budget.
    optimistic = replace(arm, method="D-N", model="m", optimistic=True)
    assert found.spent(replace(record, cpu_seconds=5.8), optimistic) == 5.0


def replace_budget(found: Results, budget: Budget) -> Results:
    return replace(found, campaign=replace(found.campaign, budget=budget))


def test_an_empty_store_says_so(tmp_path: Path) -> None:
    with Store(tmp_path / "e.sqlite") as store, pytest.raises(InputError, match="empty"):
        results_of(store)
