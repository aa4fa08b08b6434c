import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinroute.bench.arm import Arm
from kinroute.bench.plan import Plan, Run
from kinroute.bench.results import Results, results_of
from kinroute.bench.runner import note_plan
from kinroute.bench.store import Store
from kinroute.errors import ConfigError, InputError
from tests.bench import made_up


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(60, seeds=(1, 2), gammas=(15, 30)))
    return tmp_path / "s.sqlite"


def results(path: Path, **options) -> Results:
    with Store(path) as store:
        return results_of(store, **options)


def test_gaps_are_per_instance_over_the_seeds(path: Path) -> None:
    found = results(path)
    gaps = found.mean_gaps("D-O Γ15")
    assert len(gaps) == 60
    digest = next(iter(gaps))
    two = [r for r in found.by_arm["D-O Γ15"] if r.instance_digest == digest]
    assert gaps[digest] == pytest.approx(sum((r.cost - 10_000) / 100 for r in two) / 2)


def test_every_arm_meets_its_baseline_and_its_twin_at_the_same_gamma(path: Path) -> None:
    pairs = {(c.arm, c.against): c for c in results(path).comparisons()}
    for gamma in (15, 30):
        assert pairs[f"D-D Γ{gamma}", f"D-O Γ{gamma}"].is_learned is False
        for method, twin in (("D-N", "D-D"), ("N-O", "D-O"), ("N-D", "D-D"), ("N-N", "D-D")):
            assert pairs[f"{method} light-2 Γ{gamma}", f"{twin} Γ{gamma}"].is_learned
            assert (f"{method} light-2 Γ{gamma}", f"D-O Γ{gamma}") in pairs
    assert len(pairs) == 2 * 8


def test_the_verdicts_find_what_was_put_in(path: Path) -> None:
    words = {(c.arm, c.against): c.verdict for c in results(path).comparisons()}
    assert words["D-D Γ15", "D-O Γ15"] == "helps"
    assert words["D-N light-2 Γ15", "D-D Γ15"] == "overkill"
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
    assert len(results(path, code="0.0.1+old").records) == 1
    with pytest.raises(ConfigError, match=r"no runs of made-up by 7\.7"):
        results(path, code="7.7")


def again(store: Store, plan: Plan) -> None:
    """Note a plan that differs from before, and run what is missing of it."""
    note_plan(plan, store)
    rng = np.random.default_rng(2)
    for run in plan.runs:
        store.add(made_up.record(run, 0.5, 10_000.0, rng=rng))


def with_models(plan: Plan, digest: Callable[[Run], str]) -> Plan:
    """The same with models that say something else."""
    runs = [
        replace(run, key=f"{run.key} {digest(run)}", model_digest=digest(run))
        if run.arm.model
        else run
        for run in plan.runs
    ]
    return replace(plan, runs=runs)


def test_runs_of_an_edited_model_are_not_mixed_with_those_before(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    with Store(tmp_path / "s.sqlite") as store:
        again(store, with_models(was, lambda run: "edited"))
        found = results_of(store)
        assert {len(runs) for runs in found.by_arm.values()} == {5}
        assert {run.model_digest for run in found.records if run.model} == {"edited"}
        assert any("20 runs in the store" in note for note in found.notes)
        note_plan(was, store)  # the edit is taken back: nothing to run, and the old runs count
        found = results_of(store)
        assert {run.model_digest for run in found.records if run.model} == {"light-2"}


def test_heatmaps_change_one_by_one(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    first = was.entries[0]
    with Store(tmp_path / "s.sqlite") as store:
        again(store, with_models(was, lambda run: run.entry.name))
        again(store, with_models(was, lambda r: "new" if r.entry is first else r.entry.name))
        found = results_of(store)
    learned = [run for run in found.records if run.model]
    assert len(learned) == 5 * 4
    assert sum(run.model_digest == "new" for run in learned) == 4


def test_a_model_by_another_name_keeps_its_runs(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    arms = tuple(replace(a, model=a.model and f"./{a.model}") for a in was.campaign.arms)
    renamed = replace(was, campaign=replace(was.campaign, arms=arms))
    by_label = {arm.label: arm for arm in arms}
    renamed = replace(renamed, runs=[replace(r, arm=by_label[r.arm.label]) for r in was.runs])
    with Store(tmp_path / "s.sqlite") as store:
        again(store, renamed)
        assert len(store.records()) == len(was.runs)
        assert {len(runs) for runs in results_of(store).by_arm.values()} == {5}


def test_a_report_is_about_the_instances_asked_for_last(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    corrected = replace(was.entries[0], digest="corrected")
    runs = [
        replace(r, key=f"{r.key}*", entry=corrected)
        for r in was.runs
        if r.entry.name == corrected.name
    ]
    with Store(tmp_path / "s.sqlite") as store:
        again(store, replace(was, entries=[corrected, *was.entries[1:3]], runs=runs))
        found = results_of(store)
        assert {run.instance_digest for run in found.records} == {
            "corrected",
            *(entry.digest for entry in was.entries[1:3]),
        }
        assert found.planned == len(found.records) == 3 * 6
        note_plan(was, store)
        assert len(results_of(store).records) == 5 * 6


def test_the_build_that_ran_last_is_told_even_if_it_had_nothing_to_do(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    newer = [replace(run, key=f"{run.key}*", code="0.0.2+new") for run in was.runs]
    with Store(tmp_path / "s.sqlite") as store:
        again(store, replace(was, runs=newer))
        assert {run.code for run in results_of(store).records} == {"0.0.2+new"}
        note_plan(was, store)
        assert {run.code for run in results_of(store).records} == {was.runs[0].code}


def test_a_run_that_was_done_again_counts_once(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    with Store(tmp_path / "s.sqlite") as store:
        one = store.records()[0]
        store.add(replace(one, key="again", cost=one.cost + 7, finished="2027-01-01"))
        found = results_of(store)
    assert len(found.records) == len(was.runs)
    assert one.cost + 7 in [run.cost for run in found.records]


def test_a_best_known_cost_that_was_taken_back_is_forgotten(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5), best=1.0)
    with Store(tmp_path / "s.sqlite") as store:
        assert not results_of(store).unknown
        note_plan(replace(was, entries=[replace(e, best_known=None) for e in was.entries]), store)
        assert len(results_of(store).unknown) == 5


def test_a_store_from_before_plans_were_noted_is_read_as_far_as_it_tells(path: Path) -> None:
    with Store(path) as store:
        store._connection.execute("DELETE FROM facts WHERE name = 'asked'")
    found = results(path)
    assert len(found.records) == 60 * 2 * 12
    assert found.planned is None


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
        store._connection.execute("UPDATE instances SET best_known = NULL")
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
    assert any("1 runs found nothing feasible" in note for note in found.notes)
    assert not any(found.is_optimal(r) for r in found.records if not r.feasible)
    assert all(gap >= 0 for gap in found.mean_gaps(one.arm).values())


def test_a_renamed_arm_keeps_its_runs(path: Path) -> None:
    with Store(path) as store:
        known = json.loads(json.dumps(store.fact("campaign")))
    known["arms"][0]["label"] = "plain HGS"
    known["baseline"] = "plain HGS"
    assert results(path, campaign=known).by_arm["plain HGS"]


def test_an_empty_store_says_so(tmp_path: Path) -> None:
    with Store(tmp_path / "e.sqlite") as store, pytest.raises(InputError, match="empty"):
        results_of(store)
