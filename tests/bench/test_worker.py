import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinroute
import kinroute.neural.models
from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.functions import module_at
from kinroute.bench.instances import Drawn, Files
from kinroute.bench.plan import Run, planned
from kinroute.bench.record import verify
from kinroute.bench.settings import nested
from kinroute.bench.worker import execute
from kinroute.errors import ConfigError
from kinroute.io import write_vrplib
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
def test_a_function_steers_and_is_asked_once(tmp_path: Path, optimistic: bool) -> None:
    (tmp_path / "net.py").write_text(SCORES)
    arm = Arm(method="N-N", model=f"{tmp_path}/net.py:scores", optimistic=optimistic)
    run = run_of(arm)
    record = execute(run)
    verify(record, run)
    assert record.inference_seconds is not None
    assert run.source_digest is not None
    assert len(module_at(f"{tmp_path}/net.py", run.source_digest).calls) == 1


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


def test_a_network_by_name_steers_and_its_time_is_told() -> None:
    run = run_of(Arm(method="N-N", model="light-2"))
    record = execute(run)
    verify(record, run)
    assert record.inference_seconds is not None
    assert record.inference_seconds > 0
    assert run.source_digest == kinroute.neural.models.model("light-2").sha256[:16]
