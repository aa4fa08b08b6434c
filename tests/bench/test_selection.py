from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from kinroute.bench.plan import Plan, Run
from kinroute.bench.results import results_of
from kinroute.bench.run import store_plan
from kinroute.bench.selection import stored_selection
from kinroute.bench.store import Store
from tests.bench import made_up


def again(store: Store, plan: Plan) -> None:
    """Note a plan that differs from before, and run what is missing of it."""
    store_plan(plan, store)
    rng = np.random.default_rng(2)
    for run in plan.runs:
        store.add(made_up.record(run, 0.5, 10_000.0, rng=rng))


def with_models(plan: Plan, digest: Callable[[Run], str]) -> Plan:
    """The same with models that say something else."""
    runs = [
        replace(run, key=f"{run.key} {digest(run)}", source_digest=digest(run))
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
        store_plan(was, store)  # the edit is taken back: nothing to run, and the old runs count
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
        store_plan(was, store)
        assert len(results_of(store).records) == 5 * 6


def test_the_build_that_ran_last_is_told_even_if_it_had_nothing_to_do(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    newer = [replace(run, key=f"{run.key}*", build="0.0.2+new") for run in was.runs]
    with Store(tmp_path / "s.sqlite") as store:
        again(store, replace(was, runs=newer))
        assert {run.code for run in results_of(store).records} == {"0.0.2+new"}
        store_plan(was, store)
        assert {run.code for run in results_of(store).records} == {was.runs[0].build}


def test_a_run_that_was_done_again_counts_once(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    with Store(tmp_path / "s.sqlite") as store:
        one = store.records()[0]
        store.add(replace(one, key="again", cost=one.cost + 7, finished="2027-01-01"))
        found = results_of(store)
    assert len(found.records) == len(was.runs)
    assert one.cost + 7 in [run.cost for run in found.records]


def test_a_store_without_a_selection_is_read_by_its_campaign(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    with Store(tmp_path / "s.sqlite") as store:
        store._connection.execute("DELETE FROM facts WHERE name = 'asked'")
        selection = stored_selection(store, was.campaign)
        assert selection.planned is None
        assert len(selection.of(store.records())) == len(was.runs)


def test_a_renamed_arm_keeps_its_runs(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5)).campaign
    first = replace(was.arms[0], label="plain HGS")
    renamed = replace(was, arms=(first, *was.arms[1:]), baseline="plain HGS")
    with Store(tmp_path / "s.sqlite") as store:
        assert len(results_of(store, renamed).by_arm["plain HGS"]) == 5


def test_a_run_of_a_method_that_no_longer_exists_is_left_out(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    with Store(tmp_path / "s.sqlite") as store:
        one = store.records()[0]
        gone = one.settings.replace(f'"{one.method}"', '"Z-Z"')
        store.add(replace(one, key="gone", settings=gone))
        selected = stored_selection(store, was.campaign).of(store.records())
    assert len(selected) == len(was.runs)
    assert "gone" not in {record.key for record in selected}


def test_the_selection_says_what_was_requested(tmp_path: Path) -> None:
    was = made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    with Store(tmp_path / "s.sqlite") as store:
        store_plan(replace(was, sample=3), store)
        selection = stored_selection(store, was.campaign)
    assert selection.instances == frozenset(entry.digest for entry in was.entries)
    assert selection.sources == {"light-2": "light-2"}
    assert (selection.build, selection.sample) == (was.runs[0].build, 3)
    assert selection.planned == 5 * 6
