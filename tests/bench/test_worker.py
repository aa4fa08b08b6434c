import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinroute
import kinroute.neural.models
from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget, BudgetClock
from kinroute.bench.campaign import Campaign
from kinroute.bench.inference_notes import made_no_iteration
from kinroute.bench.instances import Drawn, Files
from kinroute.bench.plan import Run, planned
from kinroute.bench.record import verify
from kinroute.bench.settings import nested
from kinroute.bench.worker import execute
from kinroute.errors import ConfigError
from kinroute.io import write_vrplib
from kinroute.relatedness.functions import module_at
from kinroute.relatedness.routes import ByRoutes
from tests.bench.setting_names import COUNT, OTHER_COUNT

SCORES = """
import numpy as np
calls = []
def scores(instance):
    calls.append(instance.name)
    x, y = instance.coordinates[1:].T
    return -np.hypot(x[:, None] - x, y[:, None] - y)
"""


def campaign(*arms: Arm, **changes: Any) -> Campaign:
    made = Campaign(
        name="c",
        title="c",
        instances=Drawn(customers=15, seeds=(1,)),
        budget=Budget(measure="iterations", amount=20),
        seeds=(3,),
        arms=arms,
        baseline=arms[0].label,
    )
    return replace(made, **changes)


def run_of(*arms: Arm, **changes: Any) -> Run:
    return planned(campaign(*arms, **changes)).runs[0]


def test_a_run_is_what_solve_does() -> None:
    arm = Arm(method="D-D", granularity=7, config=((COUNT, OTHER_COUNT),))
    run = run_of(arm)
    record = execute(run)
    alone = kinroute.solve(
        run.entry.instance,
        method="D-D",
        seed=3,
        granularity=7,
        config=nested(arm.config),
        stop=kinroute.AfterIterations(20),
    )
    assert (record.cost, record.iterations) == (alone.cost, 20)
    assert json.loads(record.routes) == [list(route) for route in alone.routes]
    assert json.loads(record.settings)["config"] == {COUNT: OTHER_COUNT}
    verify(record, run)


def test_a_run_ends_at_the_best_known_cost_where_the_campaign_says_so() -> None:
    budget = Budget(measure="iterations", amount=2000, until_best_known=True)
    run = run_of(Arm(method="D-O"), budget=budget)
    unknown = execute(replace(run, budget=Budget(measure="iterations", amount=500)))
    known = replace(run, entry=replace(run.entry, best_known=unknown.cost))
    record = execute(known)
    assert (record.cost, record.stopped_by) == (unknown.cost, "target")
    assert record.iterations < 500
    unasked = replace(known, budget=Budget(measure="iterations", amount=500))
    assert execute(unasked).stopped_by == "iterations"


def test_a_worker_with_another_build_refuses() -> None:
    with pytest.raises(ConfigError, match=r"the campaign runs 9\.9"):
        execute(replace(run_of(Arm(method="D-O")), build="9.9"))


@pytest.mark.parametrize("optimistic", [False, True])
def test_a_function_steers_and_is_called_once_for_all_runs(
    tmp_path: Path, optimistic: bool
) -> None:
    (tmp_path / "net.py").write_text(SCORES)
    arm = Arm(method="N-N", model=f"{tmp_path}/net.py:scores", optimistic=optimistic)
    runs = planned(campaign(arm, seeds=(3, 4, 5))).runs
    records = [execute(run) for run in runs]
    for run, record in zip(runs, records, strict=True):
        verify(record, run)
    assert len({record.inference_seconds for record in records}) == 1  # measured once
    assert records[0].inference_seconds
    assert runs[0].source_digest is not None
    calls = module_at(f"{tmp_path}/net.py", runs[0].source_digest).calls
    assert len(calls) == 2  # the first call of a process loads what the function needs


def test_a_folder_of_heatmaps_steers(tmp_path: Path) -> None:
    run = run_of(Arm(method="D-O"))
    heat = np.random.default_rng(1).random((15, 15))
    np.savez(tmp_path / f"{run.entry.name}.npz", heatmap=heat)
    record = execute(run_of(Arm(method="N-N", model=str(tmp_path))))
    alone = kinroute.solve(
        run.entry.instance,
        method="N-N",
        heatmap=heat,
        seed=3,
        stop=kinroute.AfterIterations(20),
    )
    assert record.cost == alone.cost


def test_the_oracle_steers_by_the_best_known_solution(tmp_path: Path) -> None:
    instance = kinroute.generate(15, seed=1)
    write_vrplib(instance, tmp_path / "a.vrp")
    best = kinroute.solve(instance, stop=kinroute.AfterIterations(200))
    best.write(tmp_path / "a.sol")
    files = Files(paths=(tmp_path / "a.vrp",))
    run = planned(campaign(Arm(method="D-N", model="oracle"), instances=files)).runs[0]
    assert run.entry.best_known == best.cost
    verify(execute(run), run)


def test_a_solution_file_steers_an_operator(tmp_path: Path) -> None:
    run = run_of(Arm(method="D-O"))
    routes = kinroute.solve(run.entry.instance, stop=kinroute.AfterIterations(200))
    routes.write(tmp_path / "best.sol")
    record = execute(run_of(Arm(method="D-D", crossover=f"oracle:{tmp_path / 'best.sol'}")))
    alone = kinroute.solve(
        run.entry.instance,
        method="D-D",
        crossover=ByRoutes(tmp_path / "best.sol"),
        seed=3,
        stop=kinroute.AfterIterations(20),
    )
    assert record.cost == alone.cost
    assert record.model_digest is not None


def test_a_named_relatedness_replaces_the_method_s() -> None:
    by_name = execute(run_of(Arm(method="D-O", crossover="distance", label="x")))
    assert by_name.cost == execute(run_of(Arm(method="D-D"))).cost


WAITS = """
import time
import numpy as np
def scores(instance):
    time.sleep(0.3)
    return np.zeros((instance.customers, instance.customers))
"""


@pytest.mark.parametrize("clock", ["cpu", "wall"])
def test_a_function_that_waits_is_charged_its_wall_time_in_every_run(
    tmp_path: Path, clock: BudgetClock
) -> None:
    (tmp_path / "net.py").write_text(WAITS)
    arm = Arm(method="N-N", model=f"{tmp_path}/net.py:scores")
    budget = Budget(measure="seconds", amount=0.2, clock=clock)
    charged = planned(campaign(arm, seeds=(1, 2), budget=budget)).runs
    for record in map(execute, charged):
        assert record.iterations == 0
        assert made_no_iteration(record)
        assert record.inference_seconds is not None
        assert min(record.inference_seconds, record.seconds, record.cpu_seconds) >= 0.3
    optimistic = run_of(replace(arm, optimistic=True, label="free"), budget=budget)
    free = execute(optimistic)
    assert free.iterations > 0
    assert free.inference_seconds is not None
    assert free.inference_seconds >= 0.3
    assert free.cpu_seconds < 0.3


def test_a_network_that_leaves_no_time_is_refused_from_the_cache_too() -> None:
    arm = Arm(method="N-N", model="light-2")
    patient = run_of(arm)
    execute(patient)
    budget = Budget(measure="seconds", amount=1e-7)
    for _ in range(2):
        with pytest.raises(ConfigError, match="longer than the whole time limit"):
            execute(replace(patient, budget=budget))


def test_pure_lists_are_another_search() -> None:
    arms = [Arm(method="N-O", model="light-2", neighbours=kind) for kind in ("mixed", "pure")]
    instances = Drawn(customers=60, seeds=(1,))
    budget = Budget(measure="iterations", amount=200)
    runs = planned(campaign(*arms, instances=instances, budget=budget)).runs
    mixed, pure = (execute(run) for run in runs)
    assert mixed.key != pure.key
    assert mixed.trace != pure.trace
    assert json.loads(pure.settings)["neighbours"] == "pure"
    assert "neighbours" not in json.loads(mixed.settings)


def test_a_network_by_name_steers_and_its_time_is_told() -> None:
    run = run_of(Arm(method="N-N", model="light-2"))
    record = execute(run)
    verify(record, run)
    assert record.inference_seconds is not None
    assert record.inference_seconds > 0
    assert run.source_digest == kinroute.neural.models.model("light-2").sha256[:16]
