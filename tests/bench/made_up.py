"""Stores full of made-up runs: plausible figures without any searching."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinroute.bench import database
from kinroute.bench import plan as planning
from kinroute.bench.arm import Arm
from kinroute.bench.budget import Budget
from kinroute.bench.campaign import Campaign
from kinroute.bench.instances import Drawn, Entry
from kinroute.bench.plan import Plan, Run
from kinroute.bench.record import Record
from kinroute.bench.run import store_plan
from kinroute.bench.store import Store
from kinroute.bench.trace import packed
from kinroute.search.methods import METHODS
from kinroute.solution.result import Improvement

PAPER_METHODS = ("D-O", "D-D", "D-N", "N-O", "N-D", "N-N")
MEAN_GAPS = {"D-O": 0.30, "D-D": 0.24, "D-N": 0.235, "N-O": 0.34, "N-D": 0.25, "N-N": 0.26}


def campaign(
    instances: int = 20,
    *,
    seeds: tuple[int, ...] = (1,),
    models: tuple[str, ...] = ("light-2",),
    gammas: tuple[int, ...] = (15,),
    paper: str | None = "xml",
    customers: int = 30,
) -> Campaign:
    """The paper's six methods on random instances; it is never run, so models need not exist."""
    arms = [
        Arm(
            method=method, model=model if METHODS[method].needs_heatmap else None, granularity=gamma
        )
        for gamma in gammas
        for model in models
        for method in PAPER_METHODS
    ]
    unique = tuple(dict.fromkeys(arms))
    return Campaign(
        name="made-up",
        title="Made-up figures",
        about="Nothing of this was ever run.",
        instances=Drawn(customers=customers, seeds=tuple(range(instances))),
        budget=Budget(measure="seconds", amount=5),
        seeds=seeds,
        arms=unique,
        baseline=unique[0].label,
        paper=paper,  # type: ignore[arg-type]
    )


def record(run: Run, gap: float, best: float, *, rng: np.random.Generator) -> Record:
    """A run that came down to a gap."""
    starts = 0.8 if run.arm.model == "original" else 0.05
    times = starts + np.sort(rng.random(12)) * (4.9 - starts)
    gaps = np.linspace(4.0, gap, 12) if gap else np.append(np.linspace(4.0, 0.1, 11), 0)
    trace = [
        Improvement(float(t), best * (1 + g / 100), int(1000 * t))
        for t, g in zip(times, gaps, strict=True)
    ]
    return Record(
        key=run.key,
        instance=run.entry.name,
        instance_digest=run.entry.digest,
        customers=run.entry.instance.customers,
        arm=run.arm.label,
        settings=json.dumps(run.arm.content, sort_keys=True),
        method=run.arm.method,
        model=run.arm.model,
        model_digest=run.source_digest,
        granularity=run.arm.granularity,
        seed=run.seed,
        budget=str(run.budget),
        code=run.build,
        cost=trace[-1].cost,
        feasible=True,
        routes="[[1]]",
        iterations=5000,
        restarts=0,
        seconds=5.01,
        cpu_seconds=5.0,
        inference_seconds=None,
        stopped_by="cpu_time",
        worker="here",
        core=0,
        finished="2026-01-01T00:00:00+00:00",
        trace=packed(trace),
    )


def infeasible(record: Record) -> Record:
    """The same run without a feasible solution."""
    return replace(record, feasible=False, trace=packed([]))


def plan_of(wanted: Campaign, best: float = 10_000.0) -> Plan:
    """Its plan, with models that do not exist and best known costs."""
    entries: list[Entry] = [replace(e, best_known=best) for e in wanted.instances.entries()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "source_digests", _by_name)
        runs = list(planning._runs(wanted, entries))
    return Plan(campaign=wanted, entries=entries, runs=runs)


def _by_name(arm: Arm, entries: list[Entry]) -> dict[str, str | None]:
    return dict.fromkeys((entry.digest for entry in entries), arm.source)


def filled(
    path: Path,
    wanted: Campaign,
    *,
    best: float = 10_000.0,
    seed: int = 1,
    changed: Callable[[Record], Record | None] = lambda record: record,
) -> Plan:
    """Write a store where φ_D helps the crossover, and φ_N adds nothing or hurts.

    `changed` makes something else of a run, or None where it is missing.
    """
    plan = plan_of(wanted, best)
    rng = np.random.default_rng(seed)
    hardness = {entry.digest: rng.gamma(0.8) for entry in plan.entries}
    with Store(path) as store:
        store_plan(plan, store)
        store._connection.execute("BEGIN")
        for run in plan.runs:
            mean = MEAN_GAPS[run.arm.method] * (1 + (run.arm.granularity or 15) / 60)
            gap = max(0.0, mean * (hardness[run.entry.digest] + rng.normal(0, 0.15) - 0.25))
            made = changed(record(run, round(gap, 2), best, rng=rng))
            if made is not None:
                store.add(made)
        store._connection.execute("COMMIT")
    return plan


def version_1(path: Path) -> None:
    """Make an empty store as the first version did."""
    old = database._SCHEMA.replace(", row_digest TEXT NOT NULL", "")
    with sqlite3.connect(path) as file:
        file.executescript(old.replace(f"user_version = {database.VERSION}", "user_version = 1"))
    file.close()


def forget_best_known(store: Store) -> None:
    """Make the best known costs of all instances unknown."""
    rows = store._checked("instances", ["digest", "name", "customers", "best_known", "traits"])
    store.add_instances([(*row[:3], None, row[4]) for row in rows])
